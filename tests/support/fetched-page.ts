import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { linksOf, textOf } from './page-text.ts';

export interface FetchedPage {
  html: string;
  /** The text of the main part only. */
  text: string;
  links: { text: string; href: string }[];
  title: string;
  description: string;
}

/** A page as the server answers it, without a browser. */
export async function fetchPage(server: FastifyInstance, path: string): Promise<FetchedPage> {
  const { body } = await server.inject(path);
  const main = /<main.*<\/main>/s.exec(body)?.[0] ?? '';
  return {
    html: body,
    text: textOf(main),
    links: linksOf(main),
    title: textOf(/<title>(.*?)<\/title>/s.exec(body)?.[1] ?? ''),
    description: textOf(/<meta name="description" content="([^"]*)"/.exec(body)?.[1] ?? ''),
  };
}

export function assertHasTexts(page: FetchedPage, texts: string[], where: string): void {
  for (const text of texts) assert.ok(page.text.includes(text), `${where} says “${text}”:\n${page.text}`);
}

export function assertHasLinks(
  page: FetchedPage,
  links: [text: string, href: string][],
  where: string,
): void {
  for (const [text, href] of links)
    assert.ok(
      page.links.some((link) => link.text === text && link.href === href),
      `${where}: “${text}” leads to ${href}\n${page.links.map((link) => `${link.text} ${link.href}`).join('\n')}`,
    );
}
