import '../server-only.ts';
// Declares request.cookies and reply.setCookie.
import type {} from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { addressOf, type Call, cacheTagsOf, mayWrite } from '#base/contract.ts';
import { errorEnvelope, type Failure, failure, failureTable, type Success } from '#base/failure.ts';
import { type RunPublicRead, runReadsOnPrimary } from '../database/public-reads.ts';
import type { NetworkBans } from '../rate-limits/network-bans.ts';
import { networkPrefix } from '../rate-limits/network-prefix.ts';
import type { RequestLimits } from '../rate-limits/request-limits.ts';
import type { Context } from '../runtime/context.ts';
import { PROOF_HEADER } from '../security/proof-of-work.ts';
import { accountOf, failureOfDeletedAccount } from './account-of-request.ts';
import { answerSerializer } from './answer-serializer.ts';
import {
  type Authenticate,
  anonymous,
  type Caller,
  isRefusedToBanned,
  refuseWithoutFactor,
  type SignedIn,
} from './caller.ts';
import type { Connections } from './connections.ts';
import type { FastPath } from './fast-path.ts';
import { createRunOnce, KEY_HEADER } from './idempotent-requests.ts';
import type { FileDownload, ImplementedCall } from './implemented-call.ts';
import { isFromAnotherSite, readOnly } from './request-refusals.ts';
import { PRIVATE_CACHE_CONTROL, PUBLIC_CACHE_CONTROL, type ResponseCache } from './response-cache.ts';
import { sendPrepared } from './send-prepared.ts';
import { createUploads } from './uploads.ts';

export const API_PREFIX = '/api';

/** Whether an address, with or without a query, is one of the API. */
export function isApiAddress(url: string): boolean {
  const [path = ''] = url.split('?');
  return path === API_PREFIX || path.startsWith(`${API_PREFIX}/`);
}

const JSON_TYPE = 'application/json; charset=utf-8';

type Serialize = ReturnType<typeof answerSerializer>;

export interface CallOptions {
  context: Context;
  limits: RequestLimits;
  authenticate: Authenticate;
  /** Serves public reads; undefined: the primary does. */
  runPublicRead?: RunPublicRead | undefined;
  /** Caches the answers of calls with cache tags; undefined: nothing is cached. */
  cache?: ResponseCache | undefined;
  fastPath?: FastPath | undefined;
  connections: Pick<Connections, 'beginUpload'>;
  bans: NetworkBans;
}

/** Registers an HTTP route for every call. Needs @fastify/cookie. */
export function registerCalls(
  app: FastifyInstance,
  implemented: readonly ImplementedCall[],
  options: CallOptions,
): void {
  const {
    context,
    limits,
    authenticate,
    runPublicRead = runReadsOnPrimary(context),
    cache,
    fastPath,
    bans,
  } = options;
  const uploads = createUploads(options.connections);
  const runOnce = createRunOnce(context);
  for (const implementation of implemented) {
    const { call } = implementation;
    const serialize = answerSerializer(call);
    routeOf(app, call, {
      method: call.method,
      // Calls that change something get no HEAD route, because every link checker would trigger them.
      exposeHeadRoute: call.rateLimit === 'read',
      url: API_PREFIX + call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        if (call.method !== 'GET' && isFromAnotherSite(request)) {
          return sendFailure(reply, failure('not-yours', 'Requests from other sites’ pages are refused'));
        }
        if (mayWrite(call) && context.freeSpace.isLow()) return sendFailure(reply, readOnly());
        const limitFailure = limits.take(call.rateLimit, request.ip);
        if (limitFailure !== undefined) return sendFailure(reply, limitFailure);
        const banFailure = isRefusedToBanned(call) ? bans.refuse('writing', request.ip) : undefined;
        if (banFailure !== undefined) return sendFailure(reply, banFailure);
        const account = await accountOf(call, request, authenticate);
        if (account !== undefined && 'ok' in account) return sendFailure(reply, account);
        const factorFailure =
          account && context.isStaffFactorRequired ? refuseWithoutFactor(account, call) : undefined;
        if (factorFailure !== undefined) return sendFailure(reply, factorFailure);
        const accountLimitFailure = account && limits.takeFor(call.rateLimit, account.id);
        if (accountLimitFailure !== undefined) return sendFailure(reply, accountLimitFailure);
        const sent = account && call.upload && (await uploads.receive(request, account, call.upload));
        if (sent?.ok === false) return sendFailure(reply, sent);
        const body =
          sent?.data ?? (call.method === 'GET' || call.method === 'DELETE' ? undefined : request.body);
        if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
          return sendFailure(reply, failure('malformed', 'The body must be a JSON object'));
        }
        const input = {
          ...(call.method === 'GET' ? (request.query as object) : body),
          ...(request.params as object),
        };
        if (call.cacheTags !== undefined && request.headers.authorization === undefined)
          return sendPublic(reply, implementation, input, {
            reads: runPublicRead,
            serialize,
            cache,
            fastPath,
          });
        const caller = callerOf(request, account, bans);
        const run = (callContext: Context) => implementation.run(callContext, input, caller);
        const key = call.idempotent ? request.headers[KEY_HEADER] : undefined;
        const idempotentRequest = { call, input, accountId: account?.id, network: caller.network };
        const outcome = await (typeof key === 'string'
          ? runOnce({ key, ...idempotentRequest }, (db) => run({ ...context, db }))
          : run(context)
        ).catch((error: unknown) =>
          failureOfDeletedAccount(error, () => accountOf(call, request, authenticate)),
        );
        if (!outcome.ok) return sendFailure(reply, outcome, call, request);
        return call.file === undefined
          ? sendSuccess(reply, call, outcome, serialize)
          : sendFile(reply, call, outcome.data as FileDownload);
      },
    });
  }
}

/** Only a call that takes files accepts multipart/form-data; all others stay with JSON. */
function routeOf(app: FastifyInstance, { upload }: Call, route: RouteOptions): void {
  if (upload === undefined) app.route(route);
  else
    app.register(async (scope) => {
      await scope.register(fastifyMultipart);
      scope.route(route);
    });
}

function callerOf(request: FastifyRequest, account: SignedIn | undefined, bans: NetworkBans): Caller {
  const proof = request.headers[PROOF_HEADER];
  return {
    account,
    network: networkPrefix(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    cookies: request.cookies,
    signUpRefusal: bans.refuse('sign-up', request.ip),
    ...(typeof proof === 'string' ? { proof } : {}),
  };
}

/** Seconds after which a client may retry on a busy site. */
const BUSY_RETRY_SECONDS = 2;

/** The answer of a read-only call to a caller without a token; it is the same for all of them. */
async function sendPublic(
  reply: FastifyReply,
  { call, parseInput, run }: ImplementedCall,
  input: object,
  options: Pick<CallOptions, 'cache' | 'fastPath'> & { reads: RunPublicRead; serialize: Serialize },
): Promise<FastifyReply | string> {
  const { reads, serialize, cache, fastPath } = options;
  const { request } = reply;
  const parsedInput = parseInput(input);
  const tags = parsedInput === undefined ? [] : cacheTagsOf(call, parsedInput);
  const outcome = () => reads(tags, (context) => run(context, input, anonymous));
  if (cache === undefined || parsedInput === undefined) {
    const result = await outcome();
    return result.ok
      ? sendSuccess(reply, call, result, serialize)
      : sendFailure(reply, result, call, request);
  }
  const { privateInput } = call;
  const isPrivate =
    privateInput !== undefined && Boolean((parsedInput as Record<string, unknown>)[privateInput]);
  // The key is the input as the call reads it: unknown names make no new entry.
  const response = await cache.respond(`call ${call.name} ${JSON.stringify(parsedInput)}`, async () => {
    const result = await outcome();
    if (!result.ok) return { ...failureResponse(result, call, request), tags: [] };
    const headers = {
      'content-type': JSON_TYPE,
      'cache-control': isPrivate ? PRIVATE_CACHE_CONTROL : PUBLIC_CACHE_CONTROL,
      // Requests with a token bypass the cache.
      vary: 'authorization',
    };
    return { status: 200, headers, body: serialize(envelopeOf(result)), tags };
  });
  return sendPrepared(request, reply, response, { fastPath, rateLimit: call.rateLimit });
}

function envelopeOf({ data, message }: Success<unknown>): object {
  return message === undefined ? { success: true, data } : { success: true, data, message };
}

function sendSuccess(
  reply: FastifyReply,
  call: Call,
  outcome: Success<unknown>,
  serialize: Serialize,
): string {
  reply.code(call.status ?? 200).type(JSON_TYPE);
  for (const [name, cookie] of Object.entries(outcome.cookies ?? {})) {
    const { value, maxAgeSeconds, paths = ['/'], isSecure = true } = cookie;
    for (const path of paths)
      reply.setCookie(name, value, {
        path,
        secure: isSecure,
        httpOnly: true,
        sameSite: 'lax',
        maxAge: maxAgeSeconds,
      });
  }
  return serialize(envelopeOf(outcome));
}

function sendFile(
  reply: FastifyReply,
  { file }: Call,
  { name, stream, mediaType }: FileDownload,
): FastifyReply {
  return reply
    .type(mediaType ?? [file].flat()[0] ?? '')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(stream);
}

export function sendFailure(
  reply: FastifyReply,
  problem: Failure,
  call?: Call,
  request?: FastifyRequest,
): FastifyReply {
  const { status, headers, body } = failureResponse(problem, call, request);
  // A failure passes, so no cache keeps it.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply.code(status).headers(headers).send(body);
}

function failureResponse(
  problem: Failure,
  call?: Call,
  request?: FastifyRequest,
): { status: number; headers: Record<string, string>; body: string } {
  const { status, code } = failureTable[problem.kind];
  const headers: Record<string, string> = { 'content-type': JSON_TYPE };
  const retryAfter =
    problem.retryAfterSeconds ?? (problem.kind === 'unavailable' ? BUSY_RETRY_SECONDS : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  if (problem.kind === 'moved' && call !== undefined && request !== undefined) {
    const params = { ...(request.params as Record<string, unknown>), ...problem.movedTo };
    headers.location = API_PREFIX + addressOf(call, params).path;
  }
  // A 301 lets a client turn any call into a GET (RFC 9110, 15.4.2); 308 keeps what it was.
  const isRead = request === undefined || request.method === 'GET' || request.method === 'HEAD';
  return {
    status: problem.kind === 'moved' && !isRead ? 308 : status,
    headers,
    body: JSON.stringify(errorEnvelope(code, problem.message, problem)),
  };
}
