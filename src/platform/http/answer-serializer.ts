import '../server-only.ts';
import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';
import type { Call } from '#base/contract.ts';

type Serializer = (envelope: object) => string;

/** The serializers of a process: one takes up to twenty milliseconds to compile, and depends on its call alone. */
const compiled = new WeakMap<Call, Serializer>();

/**
 * Serialises the successful answers of a call with the fields that its contract lists, so that no other field ever
 * leaves the server. It is compiled for the first answer, because a start that compiles all calls takes longer.
 */
export function answerSerializer(call: Call): Serializer {
  return (envelope) => {
    const serialize = compiled.get(call) ?? fastJsonStringify(answerSchema(call));
    compiled.set(call, serialize);
    return serialize(envelope);
  };
}

function answerSchema({ data }: Call) {
  const envelope = z.object({ success: z.literal(true), data, message: z.string().optional() });
  return z.toJSONSchema(envelope, { target: 'draft-7', io: 'output' }) as fastJsonStringify.AnySchema;
}
