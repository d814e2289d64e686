import '../server-only.ts';

// An allow-list, because libraries attach arbitrary properties to their errors: PostgreSQL's client attaches the
// refused row (detail), the statement (where, query) and its values (parameters).
const SAFE_FIELDS = [
  ...['code', 'errno', 'syscall', 'address', 'port', 'statusCode', 'severity', 'schema', 'table', 'column'],
  ...['constraint', 'dataType', 'routine', 'validation'],
];
const MAX_DEPTH = 3;

/** An error as it may be logged: type, message, stack, code and causes, without any reader's data. */
export function safeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const mask = quotesValues(error) ? maskQuotedValues : (text: string) => text;
  const safe: Record<string, unknown> = {
    type: error.constructor?.name || error.name,
    message: mask(error.message),
    stack: mask(error.stack ?? ''),
  };
  for (const field of SAFE_FIELDS) {
    const value = Reflect.get(error, field);
    if (typeof value === 'string' || typeof value === 'number') safe[field] = value;
  }
  if (depth < MAX_DEPTH && error.cause instanceof Error) safe.cause = safeError(error.cause, depth + 1);
  if (depth < MAX_DEPTH && error instanceof AggregateError)
    safe.errors = error.errors.slice(0, 10).map((item) => safeError(item, depth + 1));
  return safe;
}

// PostgreSQL's class 22 (data exception) quotes the value itself: invalid input syntax for type integer: "…".
function quotesValues(error: Error): boolean {
  return 'severity' in error && 'code' in error && /^22...$/.test(String(error.code));
}

function maskQuotedValues(text: string): string {
  return text.replace(/".*"/gs, '"…"');
}

/** The fields of a log line with all errors made safe, down to three levels; nothing is changed in place. */
export function logFieldsOf(fields: object): Record<string, unknown> {
  return safeFields(fields, 0) as Record<string, unknown>;
}

function safeFields(value: unknown, depth: number): unknown {
  if (value instanceof Error) return safeError(value);
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => safeFields(item, depth + 1));
  const prototype = Object.getPrototypeOf(value);
  // Requests, dates and other class instances are left to their own serialisers.
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, safeFields(item, depth + 1)]));
}
