import { DOMParser } from 'linkedom';
import { z } from 'zod';
import { readAtom } from './feed-readers.ts';

const NAVIGATION = 'application/atom+xml;profile=opds-catalog;kind=navigation';
const ACQUISITION = 'application/atom+xml;profile=opds-catalog;kind=acquisition';
const IMAGES = ['image/png', 'image/jpeg', 'image/gif'];

/** A link as the rules need it. */
interface Link {
  rel: string;
  href: string;
  type: string;
  group: string | null;
  isActive: boolean;
}

function linksOf(parent: Element): Link[] {
  return [...parent.children]
    .filter(({ localName }) => localName === 'link')
    .map((link) => ({
      ...{ rel: link.getAttribute('rel') ?? 'alternate', href: link.getAttribute('href') ?? '' },
      ...{ type: link.getAttribute('type') ?? '', group: link.getAttribute('opds:facetGroup') },
      isActive: link.getAttribute('opds:activeFacet') === 'true',
    }));
}

const isAcquisition = ({ rel }: Link) => rel.startsWith('http://opds-spec.org/acquisition');

/** The rules of OPDS 1.2 that a page of a catalogue breaks, in words. */
export async function opdsProblems(text: string, kind: 'navigation' | 'acquisition'): Promise<string[]> {
  // A strict parser of XML reads it first.
  await readAtom(text);
  const document = new DOMParser().parseFromString(text, 'text/xml');
  const feed = document.querySelector('feed') as unknown as Element;
  const problems: string[] = [];
  const count = (parent: Element, name: string) =>
    [...parent.children].filter(({ localName }) => localName === name).length;
  const require = (isRight: boolean, problem: string) => isRight || problems.push(problem);
  for (const name of ['id', 'title', 'updated', 'author'])
    require(count(feed, name) === 1, `the feed has one ${name}`);
  const links = linksOf(feed);
  const own = kind === 'navigation' ? NAVIGATION : ACQUISITION;
  require(links.filter(({ rel, type }) => rel === 'self' && type === own).length === 1, 'one link to itself');
  require(links.some(({ rel, type }) => rel === 'start' && type === NAVIGATION), 'a link to the start');
  require(links.some(({ rel, type }) => rel === 'search' && type.includes('opensearch')), 'a search');
  for (const rel of ['next', 'previous'])
    require(links.filter((link) => link.rel === rel).length <= 1, `at most one link to ${rel}`);
  const facets = links.filter(({ rel }) => rel === 'http://opds-spec.org/facet');
  for (const [group, members] of Map.groupBy(facets, (facet) => facet.group)) {
    require(group !== null, 'facets have a group');
    require(members.filter(({ isActive }) => isActive).length <= 1, 'one facet of a group is active');
  }
  const entries = [...feed.children].filter(({ localName }) => localName === 'entry');
  const ids = entries.map((entry) => entry.querySelector('id')?.textContent);
  require(new Set(ids).size === ids.length, 'ids are unique');
  for (const entry of entries) {
    for (const name of ['id', 'title', 'updated'])
      require(count(entry, name) === 1, `an entry has one ${name}`);
    const its = linksOf(entry);
    if (kind === 'navigation') {
      require(!its.some(isAcquisition), 'branches are no books');
      require(its.some(({ type }) => [NAVIGATION, ACQUISITION].includes(type)), 'branches lead on');
      require(count(entry, 'content') === 1, 'branches say what they are');
    } else {
      require(its.some((link) => isAcquisition(link) && link.type !== ''), 'books can be had');
      require(count(entry, 'author') >= 1, 'books have authors');
      for (const { type } of its.filter(({ rel }) => rel.startsWith('http://opds-spec.org/image')))
        require(IMAGES.includes(type), 'covers have a known type');
    }
  }
  return problems;
}

const link = z.object({
  href: z.string().min(1),
  type: z.string().optional(),
  rel: z.string().optional(),
  title: z.string().optional(),
  templated: z.boolean().optional(),
  properties: z.object({ numberOfItems: z.int().min(0).optional() }).optional(),
});
const linksWith = (rel: string) =>
  z.array(link).refine((links) => links.some((each) => each.rel === rel), `there is a link: ${rel}`);
const contributor = z.object({ name: z.string().min(1), links: z.array(link).optional() });

/** A book of OPDS 2.0. */
export const publicationRules = z.strictObject({
  metadata: z.strictObject({
    '@type': z.url(),
    identifier: z.string().regex(/^urn:uuid:/),
    title: z.string().min(1),
    author: contributor,
    language: z.string().optional(),
    published: z.iso.datetime(),
    modified: z.iso.datetime(),
    description: z.string().optional(),
    subject: z.array(
      z.object({
        ...{ name: z.string().min(1), code: z.string().optional(), scheme: z.url().optional() },
        links: z.array(link).optional(),
      }),
    ),
    belongsTo: z.object({ series: contributor.extend({ position: z.int().min(1) }) }).optional(),
  }),
  links: linksWith('self').refine(
    (links) => links.some(({ rel }) => rel?.startsWith('http://opds-spec.org/acquisition')),
    'a book can be had',
  ),
  images: z
    .array(link)
    .min(1)
    .refine((images) => images.every(({ type }) => IMAGES.includes(type ?? '')), 'covers have a known type'),
});

/** A page of a catalogue of OPDS 2.0. */
export const opds2Rules = z
  .strictObject({
    metadata: z.strictObject({
      identifier: z.string(),
      title: z.string().min(1),
      description: z.string().optional(),
      modified: z.iso.datetime(),
      itemsPerPage: z.int().min(1).optional(),
      currentPage: z.int().min(1).optional(),
    }),
    links: linksWith('self'),
    navigation: z.array(link.extend({ title: z.string().min(1) })).optional(),
    facets: z
      .array(z.object({ metadata: z.object({ title: z.string() }), links: z.array(link).min(2) }))
      .optional(),
    publications: z.array(publicationRules).optional(),
  })
  .refine((page) => page.navigation !== undefined || page.publications !== undefined, 'it has a collection');
