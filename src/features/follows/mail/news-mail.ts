import { isolated } from '#base/direction.ts';
import { plural } from '#base/text.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { urls } from '#urls.ts';

export interface NamedNews {
  title: string;
  author: string;
  slug: string;
  unread: number;
}

/**
 * The mail about what is new. It names nothing, neither in its subject nor in its addresses, unless its reader has chosen
 * titles; then they are in the text alone.
 */
export function newsMail(
  site: string,
  {
    named,
    allToken,
    onlyToken,
  }: {
    /** The stories, for a reader who wants titles. */
    named?: NamedNews[] | undefined;
    /** Stops all of these mails. */
    allToken: string;
    /** Stops those of the one follow that this mail is about. */
    onlyToken?: string | undefined;
  },
): Omit<Mail, 'to'> {
  const stopAll = site + urls.stopFollowMails(allToken);
  return layOutMail({
    kind: 'follow-news',
    subject: 'Something new for you',
    paragraphs: [
      'There is something new in what you follow.',
      ...(named ?? []).map(({ title, author, slug, unread }) => ({
        label: `${isolated(title)}, by ${isolated(author)}: ${plural(unread, 'new chapter')}`,
        url: site + urls.story(slug),
      })),
    ],
    action: { label: 'See what is new', url: site + urls.updates() },
    afterwords: [
      'You get this email because you asked for it when you followed something.',
      { label: 'Choose what you get emails about', url: site + urls.follows() },
      ...(onlyToken === undefined
        ? []
        : [{ label: 'No more emails about this one', url: site + urls.stopFollowMails(onlyToken) }]),
      { label: 'No more of these emails', url: stopAll },
    ],
    unsubscribe: { oneClickUrl: stopAll },
  });
}
