/** The body of a form that sends these files in one field, and its headers, for `app.inject`. */
export async function multipart(
  files: { name: string; content: string | Buffer }[],
  field = 'files',
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const { name, content } of files)
    form.append(field, new Blob([new Uint8Array(Buffer.from(content))]), name);
  const response = new Response(form);
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  return { payload: Buffer.from(await response.arrayBuffer()), headers };
}
