import { DEFAULT_SITE_NAME } from '#base/site-name.ts';
import { escapeHtml } from '#base/text.ts';

/** The bar sets a longer name smaller (shell/brand.module.css). */
const LONG_NAME_CHARACTERS = 18;

/** The attributes of `<html>` that tell of a site's own name. */
export function nameAttributes(name: string): string {
  const own = name === DEFAULT_SITE_NAME ? '' : ` data-site="${escapeHtml(name)}"`;
  return name.length > LONG_NAME_CHARACTERS ? `${own} data-long-name` : own;
}
