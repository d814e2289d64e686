import { plural } from '#base/text.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { staffUrls } from '#staff-urls.ts';

/** Tells a moderator how much waits. The mail gives no details: moderators read them on the site. */
export function waitingWorkMail(
  site: string,
  { cases, stories }: { cases: number; stories: number },
): Omit<Mail, 'to'> {
  const parts = [
    ...(cases === 0 ? [] : [`${plural(cases, 'case')} in the queue`]),
    ...(stories === 0 ? [] : [`${plural(stories, 'story', 'stories')} with links from new accounts`]),
  ];
  return layOutMail({
    kind: 'waiting-work',
    subject: 'Something is waiting for you',
    paragraphs: [`Waiting for a moderator: ${parts.join(', and ')}.`],
    action:
      cases > 0
        ? { label: 'Open the queue', url: site + staffUrls.queue() }
        : { label: 'Open the waiting stories', url: site + staffUrls.waiting() },
    afterwords: [
      'You are getting this email because you are a moderator. It comes at most once a day: when something new waits, and on Mondays as long as anything does.',
    ],
  });
}
