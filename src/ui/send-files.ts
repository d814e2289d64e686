import type { Call, DataOf, InputOf } from '#base/contract.ts';
import { callApi } from './api-client.ts';

export interface SendOptions {
  signal: AbortSignal;
  /** Called with the part that has been sent, from 0 to 1. */
  onProgress: (part: number) => void;
  /** The idempotency key, by which the server recognises files that it has already (submit-keys.ts). */
  submitKey?: string;
}

/** Makes a call that takes files: as a form, and with its progress, which fetch does not tell. */
export function sendFiles<C extends Call>(
  call: C,
  input: InputOf<C>,
  { signal, onProgress, ...options }: SendOptions,
): Promise<DataOf<C>> {
  const form = new FormData();
  for (const [field, files] of Object.entries(input as Record<string, File[]>))
    for (const file of files) form.append(field, file, file.name);
  return callApi(call, input, {
    ...options,
    signal,
    transport: (address, { method, headers }) =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open(method, address);
        // The browser names the form's type, with the boundary of its parts.
        for (const [name, value] of Object.entries(headers))
          if (name !== 'content-type') request.setRequestHeader(name, value);
        request.responseType = 'text';
        request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
        request.onload = () => {
          const retryAfter = request.getResponseHeader('retry-after');
          const answer = {
            status: request.status,
            ...(retryAfter && { headers: { 'retry-after': retryAfter } }),
          };
          resolve(new Response(request.responseText, answer));
        };
        request.onerror = () => reject(new TypeError('the files could not be sent'));
        request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
        signal.addEventListener('abort', () => request.abort(), { once: true });
        request.send(form);
      }),
  });
}
