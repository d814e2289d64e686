import '../server-only.ts';
import { sql } from 'kysely';
import type { Connection } from './database.ts';
import { escapeLike } from './like.ts';

/**
 * The first free slug of the series base, base-2, base-3 …, claimed by `claim`, which says undefined when somebody else
 * was faster: a unique key decides between concurrent inserts.
 */
export async function claimNumberedSlug<Claimed>(
  connection: Connection,
  table: 'story_slugs' | 'series',
  base: string,
  claim: (slug: string) => Promise<Claimed | undefined>,
): Promise<Claimed> {
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(table)} where slug = ${base} or slug like ${`${escapeLike(base)}-%`}`.execute(
    connection,
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    const claimed = taken.has(slug) ? undefined : await claim(slug);
    if (claimed !== undefined) return claimed;
  }
}
