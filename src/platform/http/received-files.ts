import '../server-only.ts';
import type { FastifyRequest } from 'fastify';
import type { Call } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';

const TOO_LARGE = 'These files are too large. Please send fewer or smaller ones.';
/** Beyond this a sender is cut off; before it the rest is read and dropped, so that the answer arrives. */
const MAX_DROPPED_BYTES = 512 * 2 ** 20;

/**
 * The files of a multipart body as the field of the input that takes them; undefined for a body of another type.
 * Everything is in memory, so the sender must have been identified and counted before.
 */
export async function receiveFiles(
  request: FastifyRequest,
  { field, maxFiles, maxBytes }: NonNullable<Call['upload']>,
): Promise<Outcome<Record<string, File[]>> | undefined> {
  if (!request.isMultipart()) return undefined;
  const files: File[] = [];
  let bytes = 0;
  let count = 0;
  try {
    const limits = {
      fileSize: MAX_DROPPED_BYTES,
      files: 10_000,
      parts: 10_000,
      fields: 100,
      fieldSize: 10_000,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue;
      const chunks: Buffer[] = [];
      count += 1;
      for await (const chunk of part.file) {
        bytes += (chunk as Buffer).length;
        if (bytes > MAX_DROPPED_BYTES) return failure('too-large', TOO_LARGE);
        if (bytes > maxBytes || count > maxFiles) chunks.length = 0;
        else chunks.push(chunk as Buffer);
      }
      // A form sends an empty file for a field in which nothing was chosen.
      const isChosen = part.filename !== undefined && part.filename !== '';
      if (part.fieldname === field && isChosen && bytes <= maxBytes && count <= maxFiles)
        files.push(new File(chunks as Uint8Array<ArrayBuffer>[], part.filename));
    }
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 413) return failure('too-large', TOO_LARGE);
    return failure('malformed', 'The upload is incomplete. Please send the files again.');
  }
  if (bytes > maxBytes) return failure('too-large', TOO_LARGE);
  if (count > maxFiles) return failure('invalid', `Send up to ${maxFiles} files at once`);
  return success({ [field]: files });
}
