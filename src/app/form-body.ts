import type { FastifyInstance } from 'fastify';

const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded'];
const BODY_LIMIT_BYTES = 4096;

/** Lets the routes of one scope take a form, in either encoding, and nothing else. */
export function acceptForms(scope: FastifyInstance, bodyLimit = BODY_LIMIT_BYTES): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    FORM_TYPES,
    { parseAs: 'buffer', bodyLimit },
    async (request: { headers: { 'content-type'?: string } }, body: Buffer) =>
      formOf(request.headers['content-type'] ?? '', body),
  );
}

/** Parsed by Node; a body that it can't parse is an empty form. */
async function formOf(contentType: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    return new FormData();
  }
}
