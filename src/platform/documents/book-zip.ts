import '../server-only.ts';
import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A ZIP whose files are written when it reaches them. Its times are fixed: the same book gives the same bytes. */
export function bookZip(modified: Date) {
  const zip = new ZipFile();
  // EPUB allows no extra field before the media type, and yazl writes one for precise times.
  const options = { mtime: modified, forceDosTimestamp: true };
  return {
    add(path: string, content: string | Buffer, compress = true): void {
      zip.addBuffer(Buffer.from(content), path, { ...options, compress });
    },
    addLazily(path: string, parts: () => AsyncIterable<string>): void {
      zip.addReadStreamLazy(path, options, (callback) => callback(null, Readable.from(bytesOf(parts()))));
    },
    end(): Readable {
      zip.end();
      const stream = zip.outputStream as PassThrough;
      // An error cuts the stream off instead of ending it: half a file must not look like a whole one.
      zip.on('error', (error: Error) => stream.destroy(error));
      return stream;
    },
  };
}

async function* bytesOf(parts: AsyncIterable<string>): AsyncIterable<Buffer> {
  for await (const part of parts) yield Buffer.from(part);
}
