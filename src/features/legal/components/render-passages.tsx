import { createElement, type ReactNode } from 'react';
import { isolated } from '#base/direction.ts';
import { DEFAULT_SITE_NAME, siteName } from '#base/site-name.ts';
import type { SiteSlot } from '../rules.ts';
import type { DocumentNode } from './legal-document.ts';

export type Slots = Partial<Record<SiteSlot, ReactNode>>;

/** The documents call the site by its first name. */
export function withSiteName(text: string): string {
  // At the start of a paragraph, a name in Arabic or Hebrew would turn all of it around.
  return text.replaceAll(DEFAULT_SITE_NAME, isolated(siteName()));
}

/** The passages of a document, with the site's values in the slots. */
export function renderNodes(body: readonly DocumentNode[], slots: Slots): ReactNode[] {
  return body.flatMap((node) => {
    if (typeof node === 'string') return [withSiteName(node)];
    if ('slot' in node) return [slotValue(slots, node.slot)];
    if ('when' in node)
      return renderNodes(slotValue(slots, node.when) ? node.passages : node.otherwise, slots);
    return [createElement(node.tag, node.attributes, ...renderNodes(node.children, slots))];
  });
}

/** Throws for an unfilled slot: a page must not have holes in its text. */
function slotValue(slots: Slots, name: SiteSlot): ReactNode {
  if (!(name in slots)) throw new Error(`this page does not know {${name}}`);
  return slots[name];
}
