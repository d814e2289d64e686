import '../server-only.ts';
import type { FastifyRequest } from 'fastify';
import type { Call } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { SignedIn } from './caller.ts';
import type { Connections } from './connections.ts';
import { receiveFiles } from './received-files.ts';

/** Files are received into memory: the number of uploads bounds it, and how many requests may be slow. */
const MAX_UPLOADS = 8;
const MAX_UPLOADS_PER_ACCOUNT = 2;
/** The room for the names and boundaries of the files. */
const MAX_FORM_BYTES = 2 ** 20;
const RETRY_SECONDS = 10;

type Upload = NonNullable<Call['upload']>;

/** Receives the files of uploads, a few at a time. */
export function createUploads(connections: Pick<Connections, 'beginUpload'>) {
  const perAccount = new Map<number, number>();
  let total = 0;

  /** Counts an upload of an account until the returned function is called, or refuses it. */
  function begin(request: FastifyRequest, accountId: number, { maxBytes }: Upload): Outcome<() => void> {
    const own = perAccount.get(accountId) ?? 0;
    const options = { retryAfterSeconds: RETRY_SECONDS };
    if (own >= MAX_UPLOADS_PER_ACCOUNT)
      return failure(
        'too-many',
        'Other files of yours are still on their way. Please wait for them.',
        options,
      );
    if (total >= MAX_UPLOADS)
      return failure('unavailable', 'Many files are being sent right now. Please try again soon.', options);
    total += 1;
    perAccount.set(accountId, own + 1);
    // A body that is too large, or of unknown size, keeps the time limit of other requests.
    const isPermitted = Number(request.headers['content-length']) <= maxBytes + MAX_FORM_BYTES;
    const endUpload = isPermitted ? connections.beginUpload(request.raw) : undefined;
    return success(() => {
      total -= 1;
      const others = (perAccount.get(accountId) ?? 1) - 1;
      if (others === 0) perAccount.delete(accountId);
      else perAccount.set(accountId, others);
      endUpload?.();
    });
  }

  return {
    async receive(
      request: FastifyRequest,
      { id }: SignedIn,
      upload: Upload,
    ): ReturnType<typeof receiveFiles> {
      const started = begin(request, id, upload);
      if (!started.ok) return started;
      return receiveFiles(request, upload).finally(started.data);
    },
  };
}
