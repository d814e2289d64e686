import { sql } from 'kysely';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { compareAlternately } from './alternately.ts';
import { type OpenSite, withSite } from './open-site.ts';
import type { Measurement } from './promise.ts';
import { recordStatements, replay } from './record-statements.ts';

const ROUNDS = 600;
const LIMIT = 1.4;
const COMMENTS = 40;
const SLUG = 'the-left-side-of-the-bed';

interface List {
  name: string;
  url: string;
  headers?: Record<string, string>;
}

/** A reader to whom every story of the library is new. */
async function headersOfFollower({ context }: OpenSite): Promise<Record<string, string>> {
  const { id, headers } = await signedIn(context, 'follows-everybody');
  await sql`insert into follows (account_id, author_id, followed_at)
    select ${id}, id, '-infinity' from pen_names where id in (select author_id from stories)`.execute(
    context.db,
  );
  return headers;
}

async function addComments({ context }: OpenSite): Promise<void> {
  const { id } = await signedIn(context, 'says-a-lot');
  await sql`insert into comments (story_id, account_id, author_id, content, state)
    select stories.id, ${id}, ${id}, 'She waits at the harbour, ' || n || '.', 'shown'
    from stories, generate_series(1, ${COMMENTS}::integer) as n where slug = ${SLUG}`.execute(context.db);
}

async function listsOf(site: OpenSite): Promise<List[]> {
  await addComments(site);
  const headers = await headersOfFollower(site);
  await sql`vacuum analyze`.execute(site.context.db);
  return [
    { name: 'list of stories', url: '/api/frontpage?sort=new' },
    { name: 'list of authors', url: '/api/authors' },
    { name: 'list of tags', url: '/api/search/tags' },
    {
      name: 'list with a filter',
      url: '/api/frontpage?tags=slow+burn&not_tags=food&status=complete&min_words=100',
    },
    { name: 'updates of a follower', url: '/api/updates', headers },
    { name: 'feed, Atom', url: urls.feed(urls.home(), 'xml') },
    { name: 'feed of a story, JSON', url: urls.feed(urls.story(SLUG), 'json') },
    { name: 'comments', url: `/api/stories/${SLUG}/comments` },
  ];
}

/** Measures answers that are made for each request against their bare cost: the statements, through the same pool. */
export const measureLists = (): Promise<Measurement[]> =>
  withSite(async (site) => {
    const measurements: Measurement[] = [];
    for (const { name, ...request } of await listsOf(site)) {
      const answer = async () => {
        const { statusCode, body } = await site.app.inject(request);
        if (statusCode !== 200) throw new Error(`${request.url}: ${statusCode} ${body.slice(0, 200)}`);
      };
      const statements = await recordStatements(site.pool, answer);
      const { ratio, detail } = await compareAlternately(ROUNDS, answer, () => replay(site.pool, statements));
      measurements.push({
        name: `${name}, uncached: beside its bare statements through the same pool`,
        ...{ reached: ratio, limit: LIMIT, better: 'less' },
        detail: `${statements.length} statements, ${detail}`,
      });
    }
    return measurements;
  });
