import '../server-only.ts';
import { UnreadableFile } from './unreadable-file.ts';

const UNKNOWN_LETTERS =
  'The letters of this file are stored in an old way that can’t be recognised. Save it as UTF-8 and send it again.';

/**
 * The text of a file whose encoding is not known. Tried in order: UTF-16 and UTF-8 by their marks, UTF-8, the encoding that
 * the file declares, and Windows-1252 where its letters are plausible.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderOf(bytes).decode(bytes);
  }
}

function decoderOf(bytes: Buffer): TextDecoder {
  const beginning = bytes.subarray(0, 2_048).toString('latin1');
  const declared = /(?:charset|encoding)=["']?([\w:-]{1,40})/i.exec(beginning)?.[1];
  const isMarkup = beginning.trimStart().startsWith('<');
  if (isMarkup && declared !== undefined && !/^utf-?(?:8|16)/i.test(declared)) {
    try {
      return new TextDecoder(declared);
    } catch {
      // Nobody knows the declared name.
    }
  }
  if (!isWestern(bytes)) throw new UnreadableFile(UNKNOWN_LETTERS);
  return new TextDecoder('windows-1252');
}

/** Whether most letters are plain: accents are few in languages of the West, while every letter of others is beyond ASCII. */
function isWestern(bytes: Buffer): boolean {
  let plain = 0;
  let beyond = 0;
  for (const byte of bytes)
    if (byte >= 0xc0 || (byte >= 0x80 && !WESTERN_SIGNS.has(byte))) beyond += 1;
    else if (byte > 0x40 && byte < 0x80) plain += 1;
  return beyond <= plain;
}

/** Quotation marks, dashes, the ellipsis and the no-break space of Windows-1252. */
const WESTERN_SIGNS = new Set([
  0x82, 0x84, 0x85, 0x8b, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x9b, 0xa0, 0xab, 0xbb,
]);
