import { ApiError } from '#base/failure.ts';
import { callApi } from '#ui/api-client.ts';
import { type PasskeyResponse, passkeyMessages, passkeySignInOptions } from '../contract/passkeys.ts';

/** Lets the browser ask for a passkey, and returns its answer. */
export async function askForPasskey(): Promise<PasskeyResponse> {
  const { options } = await callApi(passkeySignInOptions, {});
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const answer = await startAuthentication({ optionsJSON }).catch(() => undefined);
  // The browser tells nobody whether the reader has closed its window, has no passkey, or waited too long.
  if (answer === undefined) throw new ApiError(0, 'cancelled', passkeyMessages.cancelled);
  return answer as unknown as PasskeyResponse;
}
