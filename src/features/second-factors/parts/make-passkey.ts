import { ApiError } from '#base/failure.ts';
import { type NewPasskeyResponse, passkeyMessages } from '../contract/passkeys.ts';

/** Lets the browser make a passkey with the site's options, and returns its answer. */
export async function makePasskey(options: object): Promise<NewPasskeyResponse> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const answer = await startRegistration({ optionsJSON }).catch(() => undefined);
  // The browser tells nobody whether the reader has closed its window, or waited too long.
  if (answer === undefined) throw new ApiError(0, 'cancelled', passkeyMessages.cancelled);
  return answer as unknown as NewPasskeyResponse;
}
