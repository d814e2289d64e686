import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Provider, { interactionPolicy } from 'oidc-provider';
import { freePort } from '#platform/http/free-port.ts';
import { createLogger, type Log } from '#platform/runtime/log.ts';
import { createOpenIdClient, type OpenIdClient } from '#platform/security/openid-client.ts';
import { PUBLIC_URL } from './test-database.ts';

/** A person with an account at the provider. */
export interface ProviderAccount {
  subject: string;
  email?: string;
  isEmailVerified?: boolean;
  /** The provider's word on the person's age; undefined: none. */
  isOver18?: boolean;
  /** The person refuses to sign in. */
  refuses?: boolean;
}

export interface TestProvider {
  issuer: string;
  /** The site's own client of this provider. */
  client: OpenIdClient;
  /** Responses that replace the provider's own, by path. */
  insteadAt: Map<string, (response: ServerResponse) => void>;
  /** Chooses the account of the next sign-in. */
  expect(account: ProviderAccount): void;
  /** Follows the way of a browser that is sent to the provider; returns the parameters of the redirect back. */
  visit(authUrl: string, account: ProviderAccount): Promise<{ code: string; state: string; iss: string }>;
  stop(): Promise<void>;
}

export const CLIENT = { clientId: 'nightstand', clientSecret: 'a secret between the site and the provider' };
const redirectUrl = `${PUBLIC_URL}/auth/google/callback`;

/**
 * A real OpenID provider in Google's place. It signs every visitor in at once, as the account that the test
 * chose.
 */
export async function startProvider(
  options: { port?: number; redirectUrl?: string } = {},
): Promise<TestProvider> {
  const port = options.port ?? (await freePort('127.0.0.1'));
  const issuer = `http://127.0.0.1:${port}`;
  const accounts = new Map<string, ProviderAccount>();
  let visitor = '';
  const expect = (account: ProviderAccount) => {
    accounts.set(account.subject, account);
    visitor = account.subject;
  };
  const provider = newProvider(issuer, accounts, options.redirectUrl ?? redirectUrl);
  const insteadAt: TestProvider['insteadAt'] = new Map();
  const server = createServer((request, response) => {
    const instead = insteadAt.get(request.url ?? '');
    if (instead !== undefined) instead(response);
    else if (request.url?.startsWith('/interaction/'))
      void signInAtOnce(provider, request, response, accounts.get(visitor));
    else provider.callback()(request, response);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    client: clientOf({ issuer }),
    insteadAt,
    expect,
    async visit(authUrl, account) {
      expect(account);
      const back = await followAsBrowser(authUrl);
      const { code = '', state = '', iss = '', ...rest } = Object.fromEntries(back.searchParams);
      if (code === '') throw new Error(`the provider refused: ${JSON.stringify(rest)}`);
      return { code, state, iss };
    },
    stop: () => stopServer(server),
  };
}

export function clientOf(options: {
  issuer: string;
  clientSecret?: string;
  redirectUrl?: string;
  scope?: string;
  log?: Log;
}): OpenIdClient {
  return createOpenIdClient({ ...CLIENT, redirectUrl, log: createLogger({ level: 'silent' }), ...options });
}

async function stopServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function newProvider(issuer: string, accounts: Map<string, ProviderAccount>, redirectUrl: string): Provider {
  const policy = interactionPolicy.base();
  // Google lets people choose among their accounts.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUrl],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], age: ['age_over_18'] },
    scopes: ['openid', 'email', 'age'],
    // Google puts the address into the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, subject) => {
      const { email, isEmailVerified = true, isOver18 } = accounts.get(subject) ?? {};
      const claims = {
        sub: subject,
        ...(email === undefined ? {} : { email, email_verified: isEmailVerified }),
        ...(isOver18 === undefined ? {} : { age_over_18: isOver18 }),
      };
      return { accountId: subject, claims: () => claims };
    },
  });
}

/** Answers each question of the provider as a person who agrees to everything. */
async function signInAtOnce(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  visitor: ProviderAccount | undefined,
): Promise<void> {
  if (visitor === undefined) throw new Error('nobody was expected at the provider');
  const { subject, refuses } = visitor;
  if (refuses) {
    const refusal = { error: 'access_denied', error_description: 'They said no' };
    return provider.interactionFinished(request, response, refusal);
  }
  const { prompt, params, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name !== 'consent') {
    const login = prompt.name === 'login' ? { login: { accountId: subject } } : { select_account: {} };
    return provider.interactionFinished(request, response, login);
  }
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId: subject, clientId: String(params.client_id) });
  grant.addOIDCScope('openid email age');
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** Follows redirects with cookies, until they lead back to the site. */
async function followAsBrowser(start: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let steps = 0; steps < 10 && url.origin !== PUBLIC_URL; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}
