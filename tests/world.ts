import type { Outcome } from '#base/failure.ts';
import { findOrCreateAccount } from '#features/accounts/service/imported-accounts.ts';
import type { Book } from '#features/library/rules.ts';
import { importBookIn } from '#features/library/service.ts';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import { createStory, setSampleCounts } from '#features/stories/service/stories.ts';
import type { Context } from '#platform/runtime/context.ts';

/** The named people and stories that tests share. */
export const people = {
  /** The author with the most stories, in several tags. */
  mira: 'mira-quill',
  /** The author of one story. */
  tomas: 'Tomas_Reed',
  /** A person with a public profile, and an unfinished story without a chapter. */
  una: 'una-new',
} as const;

function chapter(title: string, ...paragraphs: string[]) {
  return { title, html: paragraphs.map((text) => `<p>${text}</p>`).join('\n') };
}

const books: (Book & { author: string })[] = [
  {
    title: 'The Ferry at Dusk',
    author: people.mira,
    description:
      'Two people in their forties miss the same ferry every Friday, and begin to miss it on purpose.',
    subjects: ['Slow Burn', 'contemporary', 'sea'],
    published: '2026-09-01',
    chapters: [
      chapter(
        'Missed',
        'The ferry left <em>exactly</em> on time.',
        'She was forty-one and, for once, early for the next one.',
      ),
      chapter('Missed Again', 'He had brought two coffees & no excuse.'),
      chapter('Aboard', 'They crossed, and the evening crossed with them.'),
    ],
  },
  {
    title: 'A House With Too Many Clocks',
    author: people.mira,
    description: 'A clock-mender of fifty inherits a house and its patient tenant.',
    subjects: ['gothic', 'slow-burn', 'novella'],
    published: '2026-10-01',
    chapters: [
      chapter('Noon', 'Every clock in the house said something else.'),
      chapter('Midnight', 'Only one of them was right.'),
    ],
  },
  {
    title: 'Élan, "Quotes" & <Angles>',
    author: people.tomas,
    description: '',
    subjects: ['comedy'],
    published: '2026-10-15',
    chapters: [chapter('Only', 'He laughed, being thirty-five and alone in the lift.')],
  },
];

export interface World {
  stories: Record<'ferry' | 'clocks' | 'angles' | 'unfinished', { id: number; slug: string }>;
}

/** Fills a database with the people and stories above, with readers' counts. */
export async function fillExampleStories(context: Context): Promise<World> {
  const stories: { id: number; slug: string }[] = [];
  await context.db.transaction().execute(async (transaction) => {
    for (const [index, book] of books.entries()) {
      const story = unwrap(await importBookIn(transaction, book, book.author));
      await setSampleCounts(transaction, story.id, index);
      stories.push(story);
    }
    const una = unwrap(await findOrCreateAccount(transaction, { username: people.una }));
    await transaction
      .updateTable('accounts')
      .set({ profile_public_at: new Date() })
      .where('id', '=', una.id)
      .execute();
    stories.push(
      unwrap(
        await createStory(transaction, {
          author_id: una.id,
          title: 'Unfinished',
          synopsis: '',
          tags: ['gothic'],
        }),
      ),
    );
  });
  await updateRankings(
    context,
    stories.map((story) => story.id),
  );
  const [ferry, clocks, angles, unfinished] = stories as [Made, Made, Made, Made];
  return { stories: { ferry, clocks, angles, unfinished } };
}

type Made = { id: number; slug: string };

function unwrap<Data>(outcome: Outcome<Data>): Data {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.data;
}
