import { documentTitle } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { escapeHtml } from '#base/text.ts';
import type { OpenApiDocument } from '#platform/http/openapi.ts';
import { fileUrls, urls } from '#urls.ts';
import { exitLink, openingTag, type PageAssets, type PageVariant, styleLinks, titleTags } from './render.ts';

interface Operation {
  operationId: string;
  summary: string;
  'x-access': string;
  'x-rate-limit': string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  default?: unknown;
  description?: string;
  [key: string]: unknown;
}

/** The API's description as a readable page: every call with its input and output. */
export function apiDocsPage(description: OpenApiDocument, assets: PageAssets, variant: PageVariant): string {
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Operation,
    })),
  );
  const contents = calls.map(
    ({ path, method, operation }) =>
      `<li><a href="#${operation.operationId}"><code>${method.toUpperCase()} ${escapeHtml(path)}</code></a></li>`,
  );
  return `<!doctype html>
${openingTag(variant)}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${titleTags(documentTitle({ title: 'API' }), variant)}
${variant.isDiscreet ? '' : `<meta name="description" content="Every call of the API of ${escapeHtml(siteName())}.">\n`}<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">
<script src="${assets.boot}"></script>
${styleLinks(assets, variant)}
</head>
<body class="plain-document">
<main>
<h1>The API</h1>
<p>${escapeHtml(description.info.description)}</p>
<p>The same as an <a href="${fileUrls.openApi()}">OpenAPI document ${description.openapi}</a>. <a href="${urls.home()}">Back to the stories</a> · ${exitLink}</p>
<nav aria-label="Calls"><ul>${contents.join('')}</ul></nav>
${calls.map(callSection).join('\n')}
</main>
</body>
</html>
`;
}

function callSection({
  path,
  method,
  operation,
}: {
  path: string;
  method: string;
  operation: Operation;
}): string {
  const body = operation.requestBody?.content['application/json']?.schema;
  const rows = [
    ...operation.parameters.map((parameter) =>
      row(parameter.name, parameter.in, parameter.required, parameter.schema),
    ),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
      row(name, 'body', (body?.required as string[] | undefined)?.includes(name) ?? false, schema),
    ),
  ];
  const table =
    rows.length === 0
      ? ''
      : `<table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Takes</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  const successSchema = Object.values(operation.responses)[0]?.content?.['application/json']?.schema;
  const answer = JSON.stringify(successSchema?.properties?.data ?? {}, undefined, 2);
  return `<section aria-labelledby="${operation.operationId}">
<h2 id="${operation.operationId}"><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary)}</p>
<p>Access: ${escapeHtml(operation['x-access'])} · Limit: ${escapeHtml(operation['x-rate-limit'])} · Answers: ${Object.keys(operation.responses).join(', ')}</p>
${table}
<details><summary>What <code>data</code> contains</summary><pre><code>${escapeHtml(answer)}</code></pre></details>
</section>`;
}

function row(name: string, location: string, isRequired: boolean, schema: Schema): string {
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${location}</td><td>${escapeHtml(describeSchema(schema, isRequired))}</td></tr>`;
}

function describeSchema(schema: Schema, isRequired: boolean): string {
  const parts = [
    schema.enum === undefined ? (schema.type ?? 'any') : schema.enum.join(' | '),
    isRequired ? 'required' : '',
    schema.minimum === undefined ? '' : `from ${schema.minimum}`,
    schema.maximum === undefined || schema.maximum >= Number.MAX_SAFE_INTEGER ? '' : `to ${schema.maximum}`,
    schema.maxLength === undefined ? '' : `up to ${schema.maxLength} characters`,
    schema.default === undefined || schema.default === '' ? '' : `default ${schema.default}`,
    schema.description ?? '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
