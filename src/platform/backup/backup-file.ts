import '../server-only.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { codeOf, reasonOf, StartError } from '../runtime/start-error.ts';

/**
 * A backup is one gzip file of lines. The first describes the backup; each table follows with its name and its rows,
 * then the jobs. The last line is the manifest: counts and checksums of everything before it. A file without it was cut
 * off.
 */
export const FORMAT = 1;

const column = z.object({ name: z.string(), type: z.string() });

const header = z.object({
  nightstand_backup: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  release: z.string(),
  postgresql: z.string(),
  migrations: z.array(z.string()),
});
export type BackupHeader = z.output<typeof header>;

const part = z.object({ part: z.string(), columns: z.array(column).optional() });

const manifest = z.object({
  manifest: z.array(z.object({ part: z.string(), rows: z.int(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), is_called: z.boolean() })),
});
export type BackupManifest = z.output<typeof manifest>;

/** The part of a backup for unfinished jobs; no table has such a name. */
export const JOBS_PART = 'jobs of the queue';

export interface PartReader {
  begin(part: { name: string; columns: { name: string; type: string }[] }): Promise<void> | void;
  rows(lines: string[]): Promise<void> | void;
  end(): Promise<void> | void;
}

export interface CheckedBackup {
  header: BackupHeader;
  manifest: BackupManifest;
}

const ignore: PartReader = { begin: () => {}, rows: () => {}, end: () => {} };

/**
 * Reads a whole backup, and fails unless every part has the count and checksum of the manifest. Rows passed to the
 * reader are unverified until the end, so a restore reads the file twice.
 */
export async function readBackup(
  file: string,
  options: { reader?: PartReader; progress?: (share: number) => void } = {},
): Promise<CheckedBackup> {
  const { reader = ignore, progress = () => {} } = options;
  const size = await sizeOf(file);
  const source = createReadStream(file);
  const read: { header?: BackupHeader; manifest?: BackupManifest } = {};
  const parts: BackupManifest['manifest'] = [];
  let currentPart: { name: string; rows: number; hash: ReturnType<typeof createHash> } | undefined;
  const endPart = async () => {
    if (currentPart === undefined) return;
    parts.push({ part: currentPart.name, rows: currentPart.rows, sha256: currentPart.hash.digest('hex') });
    currentPart = undefined;
    await reader.end();
  };
  const readControlLine = async (line: string) => {
    const value = parseLine(file, line);
    if (read.header === undefined) read.header = checkSchema(file, header, value);
    else if (Object.hasOwn(value, 'part')) {
      await endPart();
      const { part: name, columns = [] } = checkSchema(file, part, value);
      currentPart = { name, rows: 0, hash: createHash('sha256') };
      await reader.begin({ name, columns });
    } else {
      await endPart();
      read.manifest = checkSchema(file, manifest, value);
    }
  };
  const readLines = async (chunks: AsyncIterable<Buffer>) => {
    for await (const lines of groupLines(chunks)) {
      if (read.manifest !== undefined) throw brokenFileError(file, 'something follows its last line');
      // Control lines are objects, rows are arrays.
      if (lines[0]?.startsWith('{')) await readControlLine(lines[0]);
      else if (currentPart === undefined) throw brokenFileError(file, 'it does not start like one');
      else {
        for (const line of lines) currentPart.hash.update(line).update('\n');
        currentPart.rows += lines.length;
        await reader.rows(lines);
      }
      progress(size === 0 ? 1 : source.bytesRead / size);
    }
  };
  await pipeline(source, createGunzip(), readLines).catch((error: unknown) => {
    if (codeOf(error)?.startsWith('Z_') || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE') {
      throw brokenFileError(file, reasonOf(error));
    }
    throw error;
  });
  const { header: head, manifest: last } = read;
  if (head === undefined || last === undefined) throw brokenFileError(file, 'its end is missing');
  for (const [index, expected] of last.manifest.entries()) {
    const actual = parts[index];
    if (
      actual?.part !== expected.part ||
      actual.rows !== expected.rows ||
      actual.sha256 !== expected.sha256
    ) {
      throw brokenFileError(file, `"${expected.part}" is not as it was written`);
    }
  }
  if (parts.length !== last.manifest.length) throw brokenFileError(file, 'it holds more than it declares');
  return { header: head, manifest: last };
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw new StartError(`${file} can't be read: ${reasonOf(error)}`);
  }
}

const GROUP_BYTES = 1024 * 1024;

/**
 * Groups rows into about a megabyte, each control line alone. Splits at the byte, because texts hold other line ends.
 */
async function* groupLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  let group: string[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let lineEnd = chunk.indexOf(10); lineEnd !== -1; lineEnd = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, lineEnd)]).toString('utf8');
      rest = [];
      from = lineEnd + 1;
      if (line.startsWith('{')) {
        if (group.length > 0) yield group;
        yield [line];
        [group, bytes] = [[], 0];
        continue;
      }
      group.push(line);
      bytes += line.length;
      if (bytes >= GROUP_BYTES) {
        yield group;
        [group, bytes] = [[], 0];
      }
    }
    if (from < chunk.length) rest.push(Buffer.from(chunk.subarray(from)));
  }
  // A last line without its line end was cut off; it belongs to no group, so the manifest is missing.
  if (group.length > 0) yield group;
}

function parseLine(file: string, line: string): object {
  try {
    return JSON.parse(line) as object;
  } catch {
    throw brokenFileError(file, 'a line of it can’t be read');
  }
}

function checkSchema<T>(file: string, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw brokenFileError(file, 'this release does not know its format');
}

function brokenFileError(file: string, reason: string): StartError {
  return new StartError(`${file} is not a complete backup: ${reason}`);
}
