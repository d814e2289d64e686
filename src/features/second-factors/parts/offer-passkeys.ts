import { callApi } from '#ui/api-client.ts';
import { type PasskeyResponse, passkeySignInOptions } from '../contract/passkeys.ts';

/**
 * Lets the browser list passkeys among its suggestions for a field with `autocomplete="… webauthn"`, and waits until
 * the reader takes one. Undefined: the browser can't, or the signal has ended the offer.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<PasskeyResponse | undefined> {
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await import(
    '@simplewebauthn/browser'
  );
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  const { options } = await callApi(passkeySignInOptions, {});
  if (signal.aborted) return undefined;
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
  return answer as unknown as PasskeyResponse;
}
