import '../server-only.ts';
import yauzl from 'yauzl';
import { UnreadableFile } from './unreadable-file.ts';

export interface UnzipLimits {
  entries: number;
  /** The maximum size of all files together, unpacked. */
  bytes: number;
}

export interface ZipFile {
  path: string;
  bytes: Buffer;
}

const MIN_SUSPICIOUS_BYTES = 2 ** 20;
/** Prose shrinks to a third or a quarter; a book of one repeated sentence to a hundredth. */
const MAX_RATIO = 200;

const NOT_A_ZIP = 'The file is damaged, or not what its name says.';
const TOO_LARGE = 'The file unpacks to far more than a book.';

/**
 * Unpacks the files of a ZIP that `isWanted` names, into memory. The limits hold for the bytes that really come out,
 * because the sizes in a ZIP are claims of its maker.
 */
export async function unzip(
  bytes: Buffer,
  limits: UnzipLimits,
  isWanted: (path: string) => boolean = () => true,
): Promise<ZipFile[]> {
  // A path that leads out of the ZIP, or is absolute, is refused by yauzl while the entries are read.
  const zip = await yauzl.fromBufferPromise(bytes, { strictFileNames: true }).catch(notAZip);
  if (zip.entryCount > limits.entries)
    throw new UnreadableFile(`The file holds more than ${limits.entries} files.`);
  const files: ZipFile[] = [];
  let remaining = limits.bytes;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/') || !isWanted(entry.fileName)) continue;
      if (entry.isEncrypted()) throw new UnreadableFile('The file is protected by a password.');
      if (entry.uncompressedSize > remaining || isBomb(entry)) throw new UnreadableFile(TOO_LARGE);
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        remaining -= (chunk as Buffer).length;
        if (remaining < 0) throw new UnreadableFile(TOO_LARGE);
        chunks.push(chunk as Buffer);
      }
      files.push({ path: entry.fileName, bytes: Buffer.concat(chunks) });
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    notAZip();
  } finally {
    zip.close();
  }
  return files;
}

function isBomb(entry: yauzl.Entry): boolean {
  return (
    entry.uncompressedSize > MIN_SUSPICIOUS_BYTES &&
    entry.uncompressedSize > MAX_RATIO * Math.max(1, entry.compressedSize)
  );
}

function notAZip(): never {
  throw new UnreadableFile(NOT_A_ZIP);
}

export function isZip(bytes: Buffer): boolean {
  return bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50;
}
