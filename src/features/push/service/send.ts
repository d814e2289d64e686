import webPush from 'web-push';
import type { Context } from '#platform/runtime/context.ts';
import { pushServiceOf } from '../rules.ts';
import type { Subscription } from '../store.ts';
import { vapidKeys } from './vapid-keys.ts';

/** The text of a notification; a click opens the path. */
export interface Notice {
  title: string;
  body: string;
  path: string;
}

/** All messages have this length, so that the relaying service learns nothing from it. The standard allows 3,993. */
const MESSAGE_BYTES = 1024;
/** The time for which a service keeps a message for a browser that is not running. */
export const KEPT_SECONDS = 24 * 60 * 60;
const TIMEOUT_MILLISECONDS = 10_000;
const ENDED = [404, 410];

/**
 * Sends a notification to a browser, encrypted so that only this browser can read it. Returns whether it was accepted, the
 * subscription has ended, or the service should be asked again later.
 */
export async function sendNotice(
  { signer, publicUrl, pushServices }: Pick<Context, 'signer' | 'publicUrl' | 'pushServices'>,
  { endpoint, p256dh, auth }: Subscription,
  notice: Notice,
): Promise<'sent' | 'ended' | 'failed'> {
  // A service that the operator no longer lists.
  if (pushServiceOf(endpoint, pushServices) === undefined) return 'ended';
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    paddedJson(notice),
    {
      TTL: KEPT_SECONDS,
      // A newer message takes the place of one that still waits.
      topic: 'news',
      vapidDetails: { subject: subjectOf(publicUrl), ...vapidKeys(signer) },
    },
  );
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    await answer.body?.cancel();
    if (answer.ok) return 'sent';
    return ENDED.includes(answer.status) ? 'ended' : 'failed';
  } catch {
    return 'failed';
  }
}

/** The JSON of a notice, cut where it is too long and filled up with spaces. */
function paddedJson({ title, body, path }: Notice): Buffer {
  const json = (length: number) =>
    Buffer.from(JSON.stringify({ title, body: Array.from(body).slice(0, length).join(''), path }));
  let length = Array.from(body).length;
  while (length > 0 && json(length).length > MESSAGE_BYTES) length = Math.floor(length * 0.9);
  const message = Buffer.alloc(MESSAGE_BYTES, ' ');
  json(length).copy(message);
  return message;
}

/** The contact that the standard asks for, which must be https or mailto. */
function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:no-reply@${new URL(publicUrl).hostname}`;
}
