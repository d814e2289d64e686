import { addressOf, type CallApi, type DataOf } from '#base/contract.ts';
import { ApiError, type ErrorEnvelope } from '#base/failure.ts';

/** The browser's transport of a declared call: a fetch to the same origin. Throws an ApiError for every failure. */
export const callApi: CallApi = async (call, input) => {
  const { path, rest } = addressOf(call, input as Record<string, unknown>);
  const isRead = call.method === 'GET';
  const search = isRead ? searchOf(rest) : '';
  let response: Response;
  try {
    response = await fetch(`/api${path}${search}`, {
      method: call.method,
      ...(isRead ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(rest) }),
    });
  } catch {
    throw new ApiError(0, 'offline', 'The site can’t be reached. Check your connection and try again.');
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && isSuccess(body)) return body.data as DataOf<typeof call>;
  const envelope = body as ErrorEnvelope | undefined;
  throw new ApiError(
    response.status,
    envelope?.error?.code ?? 'unreadable_answer',
    envelope?.error?.message ?? 'The site gave an answer that can’t be read. Please try again.',
    envelope?.error?.fields,
  );
};

function isSuccess(body: unknown): body is { data: unknown } {
  return typeof body === 'object' && body !== null && 'data' in body;
}

function searchOf(input: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
