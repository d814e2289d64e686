import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type Failure, failure, failureTable, type Outcome, success } from '#base/failure.ts';
import { readerOfFeedToken } from '#features/accounts/service/feed-tokens.ts';
import { authenticate } from '#features/accounts/service/sessions.ts';
import { bookMessages } from '#features/books/contract.ts';
import { parseEdition } from '#features/books/rules.ts';
import { type BookKind, bookFinders } from '#features/books/service/find-books.ts';
import {
  type BookEdition,
  type BookWishes,
  bookEdition,
  makeBook,
} from '#features/books/service/make-book.ts';
import type { CoverPictures } from '#features/covers/service/cover-pictures.ts';
import { feedUrls } from '#features/feeds/rules/feed-urls.ts';
import { hiddenTextOf } from '#features/hidden/rules.ts';
import { writeEpub } from '#platform/documents/write-epub.ts';
import { accountOf } from '#platform/http/account-of-request.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { matchesEtag } from '#platform/http/prepared-response.ts';
import { networkPrefix } from '#platform/rate-limits/network-prefix.ts';
import type { RequestLimits } from '#platform/rate-limits/request-limits.ts';
import type { ThrottleRule } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type PageRenderer, sendPlainPage } from './render.ts';

interface BookOptions {
  context: Context;
  limits: RequestLimits;
  pictures: CoverPictures;
  renderer: PageRenderer;
}

interface RequestedBook {
  kind: BookKind;
  slug: string;
  account: SignedIn | undefined;
  /** The address after the story has moved; undefined: the public one. */
  movedTo?: (slug: string) => string;
}

/** No account's id: a token gives what any member may read, and not its owner's own drafts. */
const ANY_MEMBER = 0;

/** New files only: a client that has the book already, or one that was made lately, costs nothing. */
const bookLimit: ThrottleRule = {
  name: 'books',
  free: 60,
  rememberedSeconds: 60 * 60,
  firstWaitSeconds: 10,
  maxWaitSeconds: 10 * 60,
};
/** Slow clients keep a book under way for long, so this bounds memory rather than work. */
const MAX_UNDER_WAY = 24;
const MAX_CACHED_BYTES = 48 * 1024 * 1024;
const MAX_CACHED_BOOK_BYTES = 6 * 1024 * 1024;
const MAX_SLUG_CHARACTERS = 200;

/** Stories, series and reading lists as EPUB, made on request and sent while they are made. */
export function registerBooks(app: FastifyInstance, options: BookOptions): void {
  const { context, limits, pictures } = options;
  const tokens = authenticate(context);
  const made = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    maxEntrySize: MAX_CACHED_BOOK_BYTES,
    sizeCalculation: (book) => book.length,
  });
  let underWay = 0;

  async function send(
    request: FastifyRequest<{ Params: { slug: string }; Querystring: Record<string, unknown> }>,
    reply: FastifyReply,
    kind: BookKind,
  ): Promise<FastifyReply> {
    const limitFailure = limits.take('read', request.ip);
    if (limitFailure !== undefined) return refuse(reply, limitFailure);
    const account = await accountOf({ access: 'optional-auth', method: 'GET' }, request, tokens);
    if (account !== undefined && 'ok' in account) return refuse(reply, account);
    return sendTo(request, reply, { kind, slug: request.params.slug, account });
  }

  /** The book of a story on a private catalogue: reading programs send no session, so the address has a token. */
  async function sendByToken(
    request: FastifyRequest<{
      Params: { token: string; file: string };
      Querystring: Record<string, unknown>;
    }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const limitFailure = limits.take('read', request.ip);
    if (limitFailure !== undefined) return refuse(reply, limitFailure);
    const { token, file } = request.params;
    const reader = await readerOfFeedToken(context.db, token);
    const accountLimitFailure = reader && limits.takeFor('read', reader.id);
    if (accountLimitFailure !== undefined) return refuse(reply, accountLimitFailure);
    const slug = /^(.+)\.epub$/.exec(file)?.[1];
    if (reader === undefined || slug === undefined)
      return refuse(reply, failure('not-found', bookMessages.notFound));
    return sendTo(request, reply, {
      ...{ kind: 'story', slug, account: { ...reader, id: ANY_MEMBER } },
      movedTo: (current) => feedUrls.privateBook(token, current),
    });
  }

  async function sendTo(
    request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
    reply: FastifyReply,
    { kind, slug, account, movedTo }: RequestedBook,
  ): Promise<FastifyReply> {
    const wishes = wishesIn(request.query);
    if (!wishes.ok) return refuse(reply, wishes);
    const hidden = kind === 'story' ? '' : hiddenTextOf(request.headers.cookie);
    if (slug.length > MAX_SLUG_CHARACTERS || slug.includes('\0'))
      return refuse(reply, failure('not-found', bookMessages.notFound));
    const found = await bookFinders[kind](context, slug, { account, hidden });
    if (!found.ok) {
      if (found.kind !== 'moved') return refuse(reply, found);
      const current = found.movedTo?.id ?? '';
      const address = movedTo?.(current) ?? `/${kind}/${encodeURIComponent(current)}/book.epub`;
      return reply.redirect(address + new URL(request.url, 'http://site').search, 301);
    }
    const edition = await bookEdition(context, found.data, wishes.data);
    reply
      .header('etag', `"${edition.version}"`)
      .header('last-modified', edition.modified.toUTCString())
      .header(
        'cache-control',
        account === undefined && hidden === '' ? 'public, no-cache' : 'private, no-cache',
      )
      .header('vary', 'authorization, cookie')
      .header('x-robots-tag', 'noindex');
    if (hasIt(request, edition)) return reply.code(304).send();
    reply
      .type('application/epub+zip')
      .header(
        'content-disposition',
        `attachment; filename="${found.data.slug.replaceAll(/[^\w.-]/g, '-')}.epub"`,
      );
    const known = made.get(edition.version);
    if (known !== undefined) return reply.send(known);
    const stream = await begin(request, edition, wishes.data);
    return stream.ok ? reply.send(stream.data) : refuse(reply, stream);
  }

  async function begin(
    request: FastifyRequest,
    edition: BookEdition,
    wishes: BookWishes,
  ): Promise<Outcome<Readable>> {
    if (underWay >= MAX_UNDER_WAY) return failure('unavailable', bookMessages.busy, { retryAfterSeconds: 5 });
    const tooMany = await context.throttle.attempt(bookLimit, networkPrefix(request.ip));
    if (tooMany !== undefined) return tooMany;
    underWay += 1;
    try {
      const stream = writeEpub(await makeBook(context, edition, wishes, pictures));
      stream.once('close', () => {
        underWay -= 1;
      });
      keepWhole(stream, (book) => made.set(edition.version, book));
      return success(stream);
    } catch (error) {
      underWay -= 1;
      throw error;
    }
  }

  function refuse(reply: FastifyReply, { kind, message, retryAfterSeconds }: Failure): FastifyReply {
    for (const name of ['etag', 'last-modified', 'content-disposition']) reply.removeHeader(name);
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
    const { status } = failureTable[kind];
    return sendPlainPage(reply, options, { status, title: 'This book can’t be downloaded', message });
  }

  for (const kind of ['story', 'series', 'list'] as const)
    app.get<{ Params: { slug: string }; Querystring: Record<string, unknown> }>(
      `/${kind}/:slug/book.epub`,
      (request, reply) => send(request, reply, kind),
    );
  app.get<{ Params: { token: string; file: string }; Querystring: Record<string, unknown> }>(
    '/opds/:token/book/:file',
    sendByToken,
  );
}

function wishesIn({ since, fonts }: Record<string, unknown>): Outcome<BookWishes> {
  const edition = typeof since === 'string' ? parseEdition(since) : undefined;
  if (since !== undefined && edition === undefined) return failure('invalid', bookMessages.badDate);
  return success({ since: edition, hasFonts: fonts === 'true' });
}

/** Whether the client has this edition. A tag is exact and goes before a date, which knows seconds only. */
function hasIt({ headers }: FastifyRequest, { version, modified }: BookEdition): boolean {
  const tag = headers['if-none-match'];
  if (tag !== undefined) return matchesEtag(tag, `"${version}"`);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/** Hands over what a stream has sent, when it has ended well and is not too large. */
function keepWhole(stream: Readable, keep: (whole: Buffer) => void): void {
  const parts: Buffer[] = [];
  let size = 0;
  stream.on('data', (part: Buffer) => {
    size += part.length;
    if (size <= MAX_CACHED_BOOK_BYTES) parts.push(part);
    else parts.length = 0;
  });
  stream.once('end', () => {
    if (size <= MAX_CACHED_BOOK_BYTES) keep(Buffer.concat(parts));
  });
  // The response reads on when it is ready for more; a listener alone would make the stream run ahead of it.
  stream.pause();
}
