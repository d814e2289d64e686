import { isolated } from '#base/direction.ts';
import { plural } from '#base/text.ts';
import { layOutMail, type MailContents } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { urls } from '#urls.ts';
import { newsKindLabels } from '../contract/newsletter.ts';
import type { NewsletterSection } from '../rules.ts';

type Blocks = MailContents['paragraphs'];

/**
 * One week's newsletter for one subscriber. Subject and first line reveal nothing on a locked screen; titles come further
 * down. Without a token, as in a preview, its links lead to pages that ask for an address.
 */
export function newsletterMail(
  site: string,
  { sections, furtherCount, token }: { sections: NewsletterSection[]; furtherCount: number; token?: string },
): Omit<Mail, 'to'> {
  const unsubscribeUrl = site + urls.newsletterUnsubscribe(token);
  return layOutMail({
    kind: 'newsletter-letter',
    subject: 'This week',
    paragraphs: [
      'Here is what is new this week.',
      ...sections.flatMap((section) => blocksOf(site, section, furtherCount)),
    ],
    afterwords: [
      'You get this letter once a week because you signed up for it with this address.',
      { label: 'Choose what is in it', url: site + urls.newsletterPreferences(token) },
      { label: 'Unsubscribe', url: unsubscribeUrl },
    ],
    ...(token === undefined ? {} : { unsubscribe: { oneClickUrl: unsubscribeUrl } }),
  });
}

function blocksOf(site: string, { kind, stories }: NewsletterSection, furtherCount: number): Blocks {
  const more = kind === 'newStories' ? furtherCount : 0;
  return [
    { heading: newsKindLabels[kind] },
    ...stories.flatMap(({ title, slug, author, username }): Blocks => {
      const story = { label: title, url: site + urls.story(slug) };
      return kind === 'featuredAuthors'
        ? [
            { label: author, url: site + urls.author(username) },
            { ...story, label: `Begin with “${isolated(title)}”` },
          ]
        : [{ ...story, label: `${isolated(title)}, by ${isolated(author)}` }];
    }),
    ...(more > 0
      ? [{ label: `And ${plural(more, 'more new story', 'more new stories')}`, url: site + urls.home('new') }]
      : []),
  ];
}
