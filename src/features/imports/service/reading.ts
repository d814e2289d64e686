import { decodeText } from '#platform/documents/plain-bytes.ts';
import { isDocxText, readDocx } from '#platform/documents/read-docx.ts';
import { isEpubText, readEpub } from '#platform/documents/read-epub.ts';
import { readHtml } from '#platform/documents/read-html.ts';
import { readMarkdown, readPlainText } from '#platform/documents/read-text.ts';
import { UnreadableFile } from '#platform/documents/unreadable-file.ts';
import { isZip, type UnzipLimits, unzip } from '#platform/documents/unzip.ts';
import type { ImportedStory } from '../rules/imported-story.ts';
import { finishStory } from './finish-story.ts';
import { readStoryJson } from './read-story-json.ts';
import { toStory } from './splitting.ts';

/** The result of reading a file: its stories, and a sentence for each part of it that could not be read. */
export interface FileReading {
  stories: ImportedStory[];
  problems: string[];
}

const UNZIP_LIMITS: UnzipLimits = { entries: 5_000, bytes: 150 * 2 ** 20 };

const WHAT_WE_READ = 'Please send a .docx, .epub, .md, .html, .txt or .json file, or a ZIP of them.';

/** Reads a file of any format that can be imported; a ZIP may hold many. Never throws for the file's faults. */
export async function readImportFile(name: string, bytes: Buffer): Promise<FileReading> {
  try {
    if (isZip(bytes)) return await readZip(name, bytes);
    return { stories: [await readText(name, bytes)], problems: [] };
  } catch (error) {
    return { stories: [], problems: [problemOf(name, error)] };
  }
}

function problemOf(name: string, error: unknown): string {
  if (error instanceof UnreadableFile) return `${name}: ${error.message}`;
  if (error instanceof RangeError) return `${name}: The file nests its formatting too deeply.`;
  throw error;
}

async function readZip(name: string, bytes: Buffer): Promise<FileReading> {
  const paths = new Set<string>();
  const files = await unzip(bytes, UNZIP_LIMITS, (path) => {
    paths.add(path);
    return isReadable(path);
  });
  if (paths.has('word/document.xml')) {
    const book = await readDocx(files.filter(({ path }) => isDocxText(path)));
    return { stories: [finishStory(toStory(book, name))], problems: [] };
  }
  if (paths.has('META-INF/container.xml')) {
    const book = readEpub(files.filter(({ path }) => isEpubText(path)));
    return { stories: [finishStory(toStory(book, name))], problems: [] };
  }
  return readArchive(name, files);
}

const OWN_EXPORT = /^stories\/\d+\/story\.json$/;

async function readArchive(
  name: string,
  files: readonly { path: string; bytes: Buffer }[],
): Promise<FileReading> {
  // The export of an account has each story in several formats, of which one says everything.
  const own = files.filter(({ path }) => OWN_EXPORT.test(path));
  const wanted = own.length > 0 ? own : files.filter(({ path }) => !isHiddenFile(path));
  if (wanted.length === 0)
    throw new UnreadableFile(`The ZIP holds nothing that can be read. ${WHAT_WE_READ}`);
  const result: FileReading = { stories: [], problems: [] };
  for (const { path, bytes } of wanted) {
    const reading =
      isZip(bytes) && !/\.(?:docx|epub)$/i.test(path)
        ? { stories: [], problems: [`${path}: A ZIP inside a ZIP is not opened.`] }
        : await readImportFile(path, bytes);
    result.stories.push(...reading.stories);
    result.problems.push(...reading.problems.map((problem) => `${name}, ${problem}`));
  }
  return result;
}

function isReadable(path: string): boolean {
  return (
    /\.(?:docx|epub|md|markdown|x?html?|txt|json|zip|xml|rels|opf|ncx|css)$/i.test(path) ||
    path === 'mimetype'
  );
}

/** Files that operating systems put into a ZIP beside those that were meant. */
function isHiddenFile(path: string): boolean {
  return (
    /(?:^|\/)(?:\.|__MACOSX\/)/.test(path) || !/\.(?:docx|epub|md|markdown|x?html?|txt|json|zip)$/i.test(path)
  );
}

async function readText(name: string, bytes: Buffer): Promise<ImportedStory> {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (bytes.length === 0) throw new UnreadableFile('The file is empty.');
  if (extension === 'docx' || extension === 'epub' || extension === 'zip')
    throw new UnreadableFile('The file is damaged, or not what its name says.');
  if (extension === 'json') return finishStory(readStoryJson(decodeText(bytes).replace(/^\uFEFF/, '')));
  if (isBinary(bytes)) throw new UnreadableFile(`This kind of file can’t be read. ${WHAT_WE_READ}`);
  const text = decodeText(bytes);
  if (extension === 'md' || extension === 'markdown') return finishStory(toStory(readMarkdown(text), name));
  const isHtml =
    /^x?html?$/.test(extension ?? '') || /^\s*<(?:!doctype html|html)\b/i.test(text.slice(0, 500));
  if (isHtml) return finishStory(toStory(readHtml(text), name));
  if (extension !== undefined && extension !== 'txt' && extension !== 'text')
    throw new UnreadableFile(`This kind of file can’t be read. ${WHAT_WE_READ}`);
  return finishStory(toStory(readPlainText(text), name));
}

/** Whether the bytes are no text: PDF, old Word documents, pictures. UTF-16 has a mark and zeros. */
function isBinary(bytes: Buffer): boolean {
  const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const beginning = bytes.subarray(0, 8_000);
  return (
    beginning
      .subarray(0, 5)
      .toString('latin1')
      .match(/^(?:%PDF-|\{\\rtf)/) !== null ||
    (!hasMark && beginning.includes(0))
  );
}
