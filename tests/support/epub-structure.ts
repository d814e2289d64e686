import { buffer } from 'node:stream/consumers';
import { EpubCheck } from '@likecoin/epubcheck-ts';
import yauzl from 'yauzl';

/** The files of an EPUB in their order, and how the first of them is stored. */
export async function epubFiles(
  epub: Buffer,
): Promise<{ files: Map<string, Buffer>; isMimetypeStored: boolean }> {
  const archive = await yauzl.fromBufferPromise(epub, { strictFileNames: true });
  const files = new Map<string, Buffer>();
  let isMimetypeStored = false;
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName === 'mimetype')
      isMimetypeStored = entry.compressionMethod === 0 && entry.extraFieldLength === 0 && files.size === 0;
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  }
  return { files, isMimetypeStored };
}

const TOKEN =
  /<\?xml[^>]*\?>|<!DOCTYPE html>|<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|[^<]+|</g;

/** The first mistake in a text that should be XML; undefined when it is well-formed. */
function xmlProblem(xml: string): string | undefined {
  const open: string[] = [];
  let roots = 0;
  for (const { 0: token, 1: closes, 2: name, 3: attributes = '', 4: isEmpty, index } of xml.matchAll(TOKEN)) {
    const place = `at ${index}: ${xml.slice(index, index + 60)}`;
    if (token === '<') return `a stray bracket ${place}`;
    if (/&(?!(?:amp|lt|gt|quot|#\d+|#x[0-9a-f]+);)/i.test(name === undefined ? token : attributes))
      return `an unknown entity ${place}`;
    if (name === undefined) {
      if (open.length === 0 && !token.startsWith('<') && token.trim() !== '') return `text outside ${place}`;
      continue;
    }
    const names = [...attributes.matchAll(/\s([\w:-]+)=/g)].map((match) => match[1]);
    if (new Set(names).size !== names.length) return `an attribute twice ${place}`;
    if (closes === '/') {
      if (open.pop() !== name) return `a wrong end ${place}`;
    } else {
      if (open.length === 0) roots += 1;
      if (isEmpty !== '/') open.push(name);
    }
  }
  if (open.length > 0) return `${open.at(-1)} is not closed`;
  return roots === 1 ? undefined : `${roots} roots`;
}

/** The mistakes in the structure of an EPUB 3. */
export async function epubProblems(epub: Buffer): Promise<string[]> {
  const { files, isMimetypeStored } = await epubFiles(epub);
  const text = (file: string) => files.get(file)?.toString() ?? '';
  const problems: string[] = [];
  if (!isMimetypeStored || text('mimetype') !== 'application/epub+zip') problems.push('mimetype');
  for (const [file, bytes] of files) {
    if (!/\.(?:xhtml|xml|opf)$/.test(file)) continue;
    const problem = xmlProblem(bytes.toString());
    if (problem !== undefined) problems.push(`${file}: ${problem}`);
  }
  const opf = text('OEBPS/package.opf');
  const items = new Map(
    [...opf.matchAll(/<item id="([^"]+)" href="([^"]+)"/g)].map(([, id = '', href = '']) => [id, href]),
  );
  const listed = [...items.values()].map((href) => `OEBPS/${href}`).sort();
  const present = [...files.keys()]
    .filter((file) => file.startsWith('OEBPS/') && !file.endsWith('.opf'))
    .sort();
  if (listed.join() !== present.join()) problems.push(`manifest: ${listed} but ${present}`);
  const spine = [...opf.matchAll(/<itemref idref="([^"]+)"/g)].map((match) => items.get(match[1] ?? ''));
  if (spine.length === 0 || spine.includes(undefined)) problems.push('spine');
  const linked = [...text('OEBPS/nav.xhtml').matchAll(/href="([^"#]+)"/g)].map((match) => match[1]);
  for (const href of linked) if (!files.has(`OEBPS/${href}`)) problems.push(`contents: ${href}`);
  for (const file of files.keys()) {
    if (!/\.(?:xhtml|css)$/.test(file)) continue;
    const content = text(file);
    // Text is escaped, so a tag has no bracket inside of it.
    const tags = (content.match(/<[^>]*>/g) ?? []).join('\n');
    for (const [, href = ''] of tags.matchAll(/<a[^>]* href="([^"]*)"/g))
      if (!/^(?:https?|mailto):/.test(href) && !files.has(`OEBPS/${href}`))
        problems.push(`${file}: link to ${href}`);
    if (/\bsrc="(?!cover\.png")|<script|<(?:iframe|object|embed|video|audio)\b|\son\w+=/i.test(tags))
      problems.push(`${file} is not by itself`);
    if (file.endsWith('.css') && /@import|url\("?(?:https?:)?\/\//.test(content))
      problems.push(`${file} fetches a style`);
  }
  const { messages } = await EpubCheck.validate(new Uint8Array(epub));
  for (const { severity, id, message, location } of messages)
    if (['fatal', 'error', 'warning'].includes(severity))
      problems.push(`${id} ${location?.path}: ${message}`);
  return problems;
}
