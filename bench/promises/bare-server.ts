import { createServer } from 'node:http';

/** The limit of what Node can do: a server that sends these bytes with these headers, and does nothing else. */
process.once('message', ({ headers, body }: { headers: [string, string][]; body: string }) => {
  const bytes = Buffer.from(body, 'base64');
  const sent = headers.flat();
  const etag = headers.find(([name]) => name === 'etag')?.[1];
  const unchanged = headers.filter(([name]) => !/^content-(?:length|encoding|type)$/.test(name)).flat();
  const server = createServer((request, response) => {
    if (etag !== undefined && request.headers['if-none-match'] === etag)
      response.writeHead(304, unchanged).end();
    else response.writeHead(200, sent).end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : undefined);
  });
});
