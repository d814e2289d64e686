import '../server-only.ts';
import * as openid from 'openid-client';
import type { Log } from '../runtime/log.ts';

/** The state of a sign-in while the visitor is at the provider; only its holder can use the provider's answer. */
interface SignInAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A person's identity at the provider. Only issuer and subject together identify them; an address does not. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** With a scope of its own: all that the provider says, by the names that it uses. */
  claims?: Readonly<Record<string, unknown>>;
}

export interface OpenIdClient {
  /** The address for the browser; undefined when the provider can't be reached. */
  begin(attempt?: SignInAttempt): Promise<{ url: string; attempt: SignInAttempt } | undefined>;
  /** Redeems the provider's answer. */
  finish(
    answer: { code: string; state: string; iss?: string | undefined },
    attempt: SignInAttempt,
  ): Promise<ProviderIdentity | 'refused' | 'unreachable'>;
}

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUrl: string;
  /** The question to the provider; undefined: an identity with its address. */
  scope?: string;
  log: Log;
}

const TIMEOUT_SECONDS = 5;

/** Sign-in with an OpenID provider: authorization code with PKCE, state and nonce, all of it checked by openid-client. */
export function createOpenIdClient(options: OpenIdOptions): OpenIdClient {
  let discovered: Promise<openid.Configuration> | undefined;
  const configuration = () => {
    discovered ??= discover(options).catch((error: unknown) => {
      // Retried at the next sign-in, because the provider may be back by then.
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  return {
    async begin(given) {
      let config: openid.Configuration;
      try {
        config = await configuration();
      } catch (error) {
        options.log.warn({ err: error }, 'the OpenID provider can’t be reached');
        return undefined;
      }
      const attempt = given ?? {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: options.redirectUrl,
        scope: options.scope ?? 'openid email',
        response_type: 'code',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
        // An age is asked of whoever is logged in there.
        ...(options.scope === undefined ? { prompt: 'select_account' } : {}),
      });
      return { url: url.href, attempt };
    },
    async finish(answer, attempt) {
      try {
        const config = await configuration();
        const tokens = await openid.authorizationCodeGrant(config, callbackUrl(options, config, answer), {
          pkceCodeVerifier: attempt.codeVerifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) return 'refused';
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: typeof claims.email === 'string' ? claims.email : null,
          isEmailVerified: claims.email_verified === true,
          ...(options.scope === undefined
            ? {}
            : { claims: { ...(await userInfo(config, tokens)), ...claims } }),
        };
      } catch (error) {
        options.log.warn({ err: error }, 'a sign-in with the OpenID provider failed');
        return isRefusal(error) ? 'refused' : 'unreachable';
      }
    },
  };
}

/** Most providers tell claims of a scope here rather than in the ID token. */
async function userInfo(
  config: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): Promise<Record<string, unknown>> {
  const subject = tokens.claims()?.sub;
  if (config.serverMetadata().userinfo_endpoint === undefined || subject === undefined) return {};
  return openid.fetchUserInfo(config, tokens.access_token, subject);
}

async function discover(options: OpenIdOptions): Promise<openid.Configuration> {
  const issuer = new URL(options.issuer);
  const client = { client_secret: options.clientSecret, id_token_signed_response_alg: 'RS256' };
  return openid.discovery(issuer, options.clientId, client, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // The TLS connection alone would suffice (OpenID Connect Core 3.1.3.7); the signature is a second obstacle to
      // forgery.
      openid.enableNonRepudiationChecks,
      // The settings allow plain http only on this machine.
      ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  });
}

/**
 * The address at which the provider's answer would have arrived. With one provider a missing `iss` can only be its own.
 */
function callbackUrl(
  options: OpenIdOptions,
  config: openid.Configuration,
  answer: { code: string; state: string; iss?: string | undefined },
): URL {
  const url = new URL(options.redirectUrl);
  url.searchParams.set('code', answer.code);
  url.searchParams.set('state', answer.state);
  url.searchParams.set('iss', answer.iss ?? config.serverMetadata().issuer);
  return url;
}

// Errors of an answer that does not fit the sign-in; all others are the fault of the provider or the settings.
const refusals = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

function isRefusal(error: unknown): boolean {
  if (error instanceof openid.AuthorizationResponseError) return true;
  if (error instanceof openid.ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof openid.ClientError && refusals.has(error.code ?? '');
}
