import '../server-only.ts';
import { z } from 'zod';
import { type Call, pathNames } from '#base/contract.ts';
import { type FailureKind, failureTable } from '#base/failure.ts';
import { DEFAULT_SITE_NAME } from '#base/site-name.ts';
import { MAX_KEY_CHARACTERS } from './idempotent-requests.ts';
import { API_PREFIX } from './register-calls.ts';

const COMMON_FAILURES: FailureKind[] = ['network-banned', 'too-many', 'unavailable'];
const TOKEN_FAILURES: FailureKind[] = ['unauthenticated', 'token-expired'];
// Callers without the role get the same answer as for a call that does not exist.
const ROLE_FAILURES: FailureKind[] = [...TOKEN_FAILURES, 'not-found', 'second-factor-needed'];

const errorResponse = {
  description: 'The call failed',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  description?: string;
  [key: string]: unknown;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: unknown;
}

/** The OpenAPI 3.1 description of the calls, made from the same declarations that check the requests. */
export function describeCalls(calls: readonly Call[], publicUrl: string, version: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const call of calls) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: describeCall(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: DEFAULT_SITE_NAME,
      version,
      description:
        'Success: { success: true, data, message? }. Failure: { success: false, error: { code, message, fields? }, message }. Times are ISO 8601 in UTC.',
      license: { name: 'GNU AGPL v3 or later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: publicUrl + API_PREFIX }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['success', 'error', 'message'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        request_id: { type: 'string' },
        challenge: {
          type: 'object',
          description:
            'Sent with some 429 answers: a proof of work that replaces the wait on a busy network. Find the decimal number below max_number for which SHA-256(salt + "." + number) is hash, and send the request again within ten minutes with the header “Proof-Of-Work: salt.number.signature”. Each challenge works once. Clients may ignore it.',
          properties: {
            algorithm: { const: 'SHA-256' },
            salt: { type: 'string' },
            hash: { type: 'string' },
            max_number: { type: 'integer' },
            signature: { type: 'string' },
          },
        },
      },
    },
    message: { type: 'string' },
    data: { type: 'object', description: 'Sent with some 409 answers: what is stored instead' },
  },
};

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    maxLength: MAX_KEY_CHARACTERS,
    description:
      'The same request, sent again within 24 hours, gets the first answer and creates nothing new',
  },
};

function describeCall(call: Call): object {
  const input = z.toJSONSchema(call.input, { target: 'draft-2020-12', io: 'input' }) as JsonSchema;
  const inPath = pathNames(call.path);
  const properties = Object.entries(input.properties ?? {});
  const rest = properties.filter(([name]) => !inPath.includes(name));
  const required = new Set(input.required ?? []);
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: input.properties?.[name] ?? {} })),
    ...(call.method === 'GET'
      ? rest.map(([name, schema]) => ({ name, in: 'query', required: required.has(name), schema }))
      : []),
    ...(call.idempotent ? [keyParameter] : []),
  ];
  const body = call.method !== 'GET' && rest.length > 0 ? bodySchema(rest, required) : undefined;
  const data = z.toJSONSchema(call.data, { target: 'draft-2020-12', io: 'output' }) as JsonSchema;
  delete data.$schema;
  const statuses = new Set([
    failureTable.malformed.status,
    failureTable.invalid.status,
    ...[...call.errors, ...COMMON_FAILURES, ...accessFailuresOf(call)].map(
      (kind) => failureTable[kind].status,
    ),
  ]);
  return {
    operationId: call.name,
    summary: call.summary,
    'x-access': call.access,
    'x-rate-limit': call.rateLimit,
    parameters,
    ...securityOf(call),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              [call.upload === undefined ? 'application/json' : 'multipart/form-data']: { schema: body },
            },
          },
        }),
    responses: {
      [String(call.status ?? 200)]: {
        description: 'The call succeeded',
        content: contentOf(call, data),
      },
      ...(call.cacheTags === undefined ? {} : { '304': { description: 'Not changed since If-None-Match' } }),
      ...Object.fromEntries([...statuses].sort().map((status) => [String(status), errorResponse])),
    },
  };
}

function contentOf(call: Call, data: JsonSchema): object {
  if (call.file !== undefined) {
    const schema = { type: 'string', format: 'binary' };
    return Object.fromEntries([call.file].flat().map((mediaType) => [mediaType, { schema }]));
  }
  const properties = { success: { const: true }, data, message: { type: 'string' } };
  return { 'application/json': { schema: { type: 'object', required: ['success', 'data'], properties } } };
}

function accessFailuresOf(call: Call): FailureKind[] {
  const { access, method, allowSuspended, needsFreshSignIn } = call;
  if (access === 'anyone') return [];
  if (needsFreshSignIn) return [...TOKEN_FAILURES, 'suspended', 'fresh-sign-in-needed'];
  if (access === 'moderator' || access === 'admin') return ROLE_FAILURES;
  const mayBeSuspended = access === 'signed-in' && method !== 'GET' && !allowSuspended;
  return mayBeSuspended ? [...TOKEN_FAILURES, 'suspended'] : TOKEN_FAILURES;
}

/** An empty requirement beside the token's makes the token optional. */
function securityOf({ access }: Call): object {
  if (access === 'anyone') return {};
  return { security: access === 'optional-auth' ? [{}, { token: [] }] : [{ token: [] }] };
}

function bodySchema(fields: [string, JsonSchema][], required: Set<string>): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: fields.map(([name]) => name).filter((name) => required.has(name)),
  };
}
