import '../server-only.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressOf, type Call } from '#base/contract.ts';
import { errorEnvelope, type Failure, failure, failureTable } from '#base/failure.ts';
import type { Services } from '../services.ts';
import type { ImplementedCall } from './implemented-call.ts';
import type { RequestLimits } from './limits.ts';

export const API_PREFIX = '/api';

/** Makes an HTTP route of every call. */
export function registerCalls(
  app: FastifyInstance,
  implemented: readonly ImplementedCall[],
  services: Services,
  limits: RequestLimits,
): void {
  for (const one of implemented) {
    const { call } = one;
    app.route({
      method: call.method,
      url: API_PREFIX + call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: { response: { [String(call.status ?? 200)]: envelopeSchema(call) } },
      handler: async (request, reply) => {
        const refused = await limits.take(call.limit, request.ip);
        if (refused !== undefined) return sendFailure(reply, refused);
        // Nobody can sign in yet, so nobody passes here.
        if (call.who !== 'anyone') return sendFailure(reply, failure('unauthenticated', 'Please sign in'));
        const body = call.method === 'GET' || call.method === 'DELETE' ? undefined : request.body;
        if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
          return sendFailure(reply, {
            ok: false,
            kind: 'malformed',
            message: 'The body must be a JSON object',
          });
        }
        const outcome = await one.run(services, {
          ...(call.method === 'GET' ? (request.query as object) : body),
          ...(request.params as object),
        });
        if (!outcome.ok) return sendFailure(reply, outcome, call, request);
        reply.code(call.status ?? 200);
        return outcome.message === undefined
          ? { success: true, data: outcome.data }
          : { success: true, data: outcome.data, message: outcome.message };
      },
    });
  }
}

/** Fastify compiles the serialiser from it: fields that the contract does not list never leave the server. */
function envelopeSchema(call: Call): object {
  const envelope = z.object({ success: z.literal(true), data: call.data, message: z.string().optional() });
  return z.toJSONSchema(envelope, { target: 'draft-7', io: 'output' });
}

export function sendFailure(
  reply: FastifyReply,
  problem: Failure,
  call?: Call,
  request?: FastifyRequest,
): FastifyReply {
  const { status, code } = failureTable[problem.kind];
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds));
  if (problem.kind === 'moved' && call !== undefined && request !== undefined) {
    const params = { ...(request.params as Record<string, unknown>), ...problem.movedTo };
    reply.header('location', API_PREFIX + addressOf(call, params).path);
  }
  // A 301 lets a client turn any call into a GET (RFC 9110, 15.4.2); 308 keeps what it was.
  const isRead = request === undefined || request.method === 'GET' || request.method === 'HEAD';
  return reply
    .code(problem.kind === 'moved' && !isRead ? 308 : status)
    .type('application/json; charset=utf-8')
    .send(errorEnvelope(code, problem.message, { fields: problem.fields }));
}
