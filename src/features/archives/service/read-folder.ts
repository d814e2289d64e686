import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { finishStory } from '#features/imports/service/finish-story.ts';
import { readInThread } from '#features/imports/service/read-in-thread.ts';
import { reasonOf, StartError } from '#platform/runtime/start-error.ts';
import type { Archive, ArchivedAuthor, ArchivedStory } from '../rules/archive.ts';
import { type Manifest, type ManifestAuthor, readManifest } from '../rules/manifest.ts';
import { listedAddress } from '../rules/old-addresses.ts';

const MANIFEST = 'manifest.json';
const MAX_FILE_BYTES = 100 * 2 ** 20;

/** Reads a folder of story files with a manifest. Each file is read in a thread of its own when its turn comes. */
export async function readFolder(folder: string, language: string | undefined): Promise<Archive> {
  const checked = readManifest(await parsedManifest(join(folder, MANIFEST)));
  if (!checked.ok)
    throw new StartError(
      `${MANIFEST} has ${checked.problems.length} problems:\n${checked.problems.slice(0, 20).join('\n')}`,
    );
  const { manifest } = checked;
  const authors = new Map(manifest.authors.map((author) => [author.name, toAuthor(author)]));
  const authorNamed = (name: string): ArchivedAuthor => {
    const author = authors.get(name);
    if (author === undefined) throw new StartError(`${MANIFEST} names no author “${name}” among its authors`);
    return author;
  };
  const firstAddress = new Map(
    manifest.stories.map((story) => [story.file, addressesOf(story.addresses, `file:${story.file}`)[0]]),
  );
  return {
    stories: manifest.stories.map(
      (story): ArchivedStory => ({
        addresses: addressesOf(story.addresses, `file:${story.file}`),
        label: story.file,
        author: authorNamed(story.author),
        published: dateOf(story.published),
        updated: dateOf(story.updated),
        isDraft: story.draft,
        read: () => readStory(folder, story, language),
      }),
    ),
    series: manifest.series.map((series) => ({
      addresses: addressesOf(series.addresses, `series:${series.author}/${series.title}`),
      title: series.title,
      synopsis: series.synopsis,
      isComplete: series.complete,
      author: authorNamed(series.author),
      stories: series.stories.flatMap((file) => firstAddress.get(file) ?? []),
    })),
    leftOut: [],
    close: async () => {},
  };
}

async function parsedManifest(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new StartError(`${file} can't be read: ${reasonOf(error)}`);
  }
}

function toAuthor({ name, email, bio, joined, addresses }: ManifestAuthor): ArchivedAuthor {
  return { name, email, bio, joined: dateOf(joined), addresses: addressesOf(addresses, `author:${name}`) };
}

/** The addresses in their stored form. What had none is told apart by its name, which no request can ask for. */
function addressesOf(listed: string[], name: string): readonly [string, ...string[]] {
  const [first, ...rest] = listed.flatMap((address) => listedAddress(address) ?? []);
  return first === undefined ? [name.slice(0, 500)] : [first, ...rest];
}

function dateOf(day: string | undefined): Date | undefined {
  return day === undefined ? undefined : new Date(`${day}T12:00:00Z`);
}

async function readStory(
  folder: string,
  entry: Manifest['stories'][number],
  language: string | undefined,
): ReturnType<ArchivedStory['read']> {
  const bytes = await readWithin(folder, entry.file);
  if (typeof bytes === 'string') return { problem: bytes };
  const { stories, problems } = await readInThread(entry.file, bytes);
  const [story, ...others] = stories;
  if (story === undefined) return { problem: problems.join(' ') || 'it has no text' };
  const leftOut = [...problems];
  if (others.length > 0)
    leftOut.push(`${others.length} more stories in this file: give each a file of its own`);
  const finished = finishStory({
    ...story,
    title: entry.title ?? story.title,
    synopsis: entry.synopsis ?? story.synopsis,
    language: entry.language ?? story.language ?? language,
    tags: entry.tags ?? story.tags,
    details: { ...story.details, ...(entry.status === undefined ? {} : { status: entry.status }) },
    chapters: story.chapters.map((chapter, index) => ({
      ...chapter,
      details: {
        ...chapter.details,
        addresses: (entry.chapter_addresses[index] ?? []).flatMap((address) => listedAddress(address) ?? []),
      },
    })),
  });
  return { story: finished, leftOut: [...leftOut, ...finished.warnings] };
}

/** The bytes of a file of the folder, or the reason for which there are none. No name leads out of the folder. */
async function readWithin(folder: string, name: string): Promise<Buffer | string> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, name));
    if (!file.startsWith(root + sep)) return 'the file is outside the folder';
    const { size } = await stat(file);
    return size > MAX_FILE_BYTES ? 'the file is larger than 100 MB' : await readFile(file);
  } catch (error) {
    return `the file can't be read: ${reasonOf(error)}`;
  }
}
