import { createElement, type ReactNode } from 'react';
import type { SiteSlot } from '../rules.ts';
import type { Passage } from './legal-document.ts';

export type Slots = Partial<Record<SiteSlot, ReactNode>>;

/** The passages of a document, with what the site puts into them. */
export function passages(body: readonly Passage[], slots: Slots): ReactNode[] {
  return body.flatMap((passage) => {
    if (typeof passage === 'string') return [passage];
    if ('slot' in passage) return [slotIn(slots, passage.slot)];
    if ('when' in passage)
      return passages(slotIn(slots, passage.when) ? passage.passages : passage.otherwise, slots);
    return [createElement(passage.tag, passage.attributes, ...passages(passage.children, slots))];
  });
}

/** A page that fills no slots must not leave holes in its text. */
function slotIn(slots: Slots, name: SiteSlot): ReactNode {
  if (!(name in slots)) throw new Error(`this page does not know {${name}}`);
  return slots[name];
}
