import type { CallApi } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { siteName } from '#base/site-name.ts';
import { listAuthors } from '#features/authors/contract.ts';
import { newestSeries } from '#features/series/service.ts';
import { listShelves } from '#features/shelves/contract/shelves.ts';
import { listTags } from '#features/tags/contract/tags.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { Catalogue, CatalogueBranch } from '../rules/catalogue.ts';
import { permanentId } from './entries.ts';
import { FEED_PAGE_SIZE, type FeedQuery, pageOf, turnedPage } from './feed-query.ts';

type From = Pick<Context, 'db' | 'publicUrl'>;
type PageOfBranches = { branches: CatalogueBranch[]; pagination: { page: number; pages: number } };

const limit = FEED_PAGE_SIZE;
const segment = encodeURIComponent;

const START: readonly Omit<CatalogueBranch, 'id'>[] = [
  {
    ...{ title: 'New stories', text: 'What was published last', path: '/new', leadsTo: 'books' },
    relation: 'http://opds-spec.org/sort/new',
  },
  {
    ...{ title: 'Top stories', text: 'What readers like best', path: '/top', leadsTo: 'books' },
    relation: 'http://opds-spec.org/sort/popular',
  },
  {
    ...{ title: 'Tags', text: 'Stories by tag', path: '/tags', leadsTo: 'branches' },
    relation: 'subsection',
  },
  {
    ...{ title: 'Authors', text: 'Stories by author', path: '/authors', leadsTo: 'branches' },
    relation: 'subsection',
  },
  {
    ...{ title: 'Series', text: 'Stories that belong together', path: '/series', leadsTo: 'branches' },
    relation: 'subsection',
  },
];

/** The first page; that of a token begins with its owner's shelves. */
export async function startOfCatalogue(
  context: From,
  api: CallApi,
  owner: { id: number } | undefined,
): Promise<Outcome<Catalogue>> {
  const shelves = owner === undefined ? [] : await shelfBranches(context, api, owner);
  const seed = owner === undefined ? 'catalogue' : `catalogue of account ${owner.id}`;
  return success({
    ...{ id: permanentId(context, seed), title: siteName(), path: '', query: {}, up: undefined },
    synopsis: owner === undefined ? 'Stories to take along' : 'Your shelves, and all stories',
    ...{ next: undefined, previous: undefined, updated: new Date(0) },
    content: {
      branches: [
        ...shelves,
        ...START.map((branch) => ({ ...branch, id: permanentId(context, `catalogue: ${branch.path}`) })),
      ],
    },
  });
}

async function shelfBranches(context: From, api: CallApi, owner: { id: number }): Promise<CatalogueBranch[]> {
  const { shelves } = await api(listShelves, {});
  return shelves.map((shelf) => ({
    ...{ id: permanentId(context, `catalogue: shelf ${shelf.id} of account ${owner.id}`) },
    ...{ title: shelf.title, text: shelf.synopsis || 'Your shelf', path: `/shelf/${segment(shelf.id)}` },
    ...{ leadsTo: 'books', relation: 'subsection', count: shelf.story_count },
  }));
}

/** Pages that lead to the lists of one kind. */
const BRANCHES: Record<
  'tags' | 'authors' | 'series',
  {
    title: string;
    synopsis: string;
    read: (context: From, api: CallApi, page: number) => Promise<PageOfBranches>;
  }
> = {
  tags: {
    ...{ title: 'Tags', synopsis: 'The most used ones first' },
    async read(context, api, page) {
      const { tags, pagination } = await api(listTags, { sort: 'popularity', page, limit });
      const branches = tags.map((tag) =>
        branchOf(context, { seed: `tag ${tag.id}`, title: tag.name, path: `/tag/${segment(tag.name)}` }, tag),
      );
      return { branches, pagination };
    },
  },
  authors: {
    ...{ title: 'Authors', synopsis: 'Those whom readers follow now first' },
    async read(context, api, page) {
      const { authors, pagination } = await api(listAuthors, { sort: 'trending', page, limit });
      const branches = authors.map((author) =>
        branchOf(
          context,
          {
            ...{ seed: `author ${author.id}`, title: author.display_name || author.username },
            path: `/author/${segment(author.username)}`,
          },
          author,
        ),
      );
      return { branches, pagination };
    },
  },
  series: {
    ...{ title: 'Series', synopsis: 'The newest ones first' },
    async read(context, _, page) {
      const found = await newestSeries(context.db, { offset: (page - 1) * limit, limit: limit + 1 });
      const branches = found.slice(0, limit).map((series) =>
        branchOf(
          context,
          {
            ...{ seed: `series ${series.id}`, title: series.title },
            path: `/series/${segment(series.slug)}`,
          },
          series,
        ),
      );
      return { branches, pagination: { page, pages: found.length > limit ? page + 1 : page } };
    },
  },
};
export type BranchKind = keyof typeof BRANCHES;
export const BRANCH_KINDS = Object.keys(BRANCHES) as BranchKind[];

function branchOf(
  context: From,
  { seed, title, path }: { seed: string; title: string; path: string },
  { story_count: count }: { story_count: number },
): CatalogueBranch {
  const text = count === 1 ? 'One story' : `${count} stories`;
  const id = permanentId(context, `catalogue: ${seed}`);
  return { id, title, text, path, leadsTo: 'books', relation: 'subsection', count };
}

export async function branchesOfCatalogue(
  context: From,
  api: CallApi,
  kind: BranchKind,
  query: FeedQuery,
): Promise<Outcome<Catalogue>> {
  const page = pageOf(query);
  if (!page.ok) return page;
  const { title, synopsis, read } = BRANCHES[kind];
  const { branches, pagination } = await read(context, api, page.data);
  return success({
    ...{ id: permanentId(context, `catalogue: /${kind}`), title, synopsis, path: `/${kind}`, query, up: '' },
    ...{ ...turnedPage(query, pagination), updated: new Date(0), content: { branches } },
  });
}
