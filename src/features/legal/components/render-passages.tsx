import { createElement, type ReactNode } from 'react';
import type { SiteSlot } from '../rules.ts';
import type { Passage } from './legal-document.ts';

export type Slots = Partial<Record<SiteSlot, ReactNode>>;

/** The passages of a document, with the site's values in the slots. */
export function passages(body: readonly Passage[], slots: Slots): ReactNode[] {
  return body.flatMap((passage) => {
    if (typeof passage === 'string') return [passage];
    if ('slot' in passage) return [slotIn(slots, passage.slot)];
    if ('when' in passage)
      return passages(slotIn(slots, passage.when) ? passage.passages : passage.otherwise, slots);
    return [createElement(passage.tag, passage.attributes, ...passages(passage.children, slots))];
  });
}

/** Throws for an unfilled slot: a page must not have holes in its text. */
function slotIn(slots: Slots, name: SiteSlot): ReactNode {
  if (!(name in slots)) throw new Error(`this page does not know {${name}}`);
  return slots[name];
}
