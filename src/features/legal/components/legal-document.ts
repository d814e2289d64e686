import type { SiteSlot } from '../rules.ts';

/** A document of `content/`, as the build makes it of the Markdown (scripts/parse-document.ts). */
export interface LegalDocument {
  title: string;
  description: string;
  lead: string;
  /** ISO date of the last change. */
  updated?: string;
  sections: { id: string; title: string; body: Passage[] }[];
}

export type Passage =
  | string
  | { tag: string; attributes?: Record<string, string>; children: Passage[] }
  /** What only a running site knows, such as its operator's name. */
  | { slot: SiteSlot }
  | { when: SiteSlot; passages: Passage[]; otherwise: Passage[] };
