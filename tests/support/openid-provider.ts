import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider';

/** Who signs in at the provider, without being asked: its own pages are not what is tested. */
export interface PersonThere {
  subject: string;
  email: string;
  isEmailVerified: boolean;
  /** Says no when asked to sign in. */
  refuses?: boolean;
}

export const CLIENT = { id: 'nightstand-test', secret: 'only-for-this-test-0123456789abcdef' };

export interface OpenIdProvider {
  /** Who comes next. */
  person: PersonThere;
  stop(): Promise<void>;
}

/** A certified OpenID provider on this machine, in Google's place. */
export async function startOpenIdProvider(
  port: number,
  siteUrl: string,
  person: PersonThere,
): Promise<OpenIdProvider> {
  const people = new Map<string, PersonThere>();
  const running: OpenIdProvider = { person, stop: async () => undefined };
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${siteUrl}/auth/google/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: ['openid', 'email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // As Google does it: the address stands in the ID token.
    conformIdTokenClaims: false,
    cookies: { keys: ['only for this test'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: policy(), url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({
        sub: subject,
        email: people.get(subject)?.email,
        email_verified: people.get(subject)?.isEmailVerified,
      }),
    }),
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: CLIENT.id,
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  } satisfies Configuration);
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    const { subject, refuses } = running.person;
    people.set(subject, running.person);
    const result = refuses
      ? { error: 'access_denied', error_description: 'They said no' }
      : { login: { accountId: subject }, select_account: {}, consent: {} };
    await provider.interactionFinished(context.req, context.res, result, { mergeWithLastSubmission: false });
    context.respond = false;
  });
  const server = createServer(provider.callback());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  running.stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return running;
}

function policy() {
  const prompts = interactionPolicy.base();
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return prompts;
}
