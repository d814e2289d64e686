import type { Connection } from '#platform/database/database.ts';

/** The corrections that an account has suggested for others' chapters. */
export async function correctionsOfAccount(connection: Connection, accountId: number) {
  return connection
    .selectFrom('corrections')
    .innerJoin('chapters', 'chapters.id', 'corrections.chapter_id')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .select(['stories.slug as story', 'corrections.chapter_id as chapter'])
    .select(['corrections.quote', 'corrections.replacement', 'corrections.note', 'corrections.created_at'])
    .where('corrections.account_id', '=', accountId)
    .orderBy('corrections.id')
    .execute();
}
