import type { SiteSlot } from '../rules.ts';

/** A document of `content/`, parsed from Markdown by the build (scripts/parse-document.ts). */
export interface LegalDocument {
  title: string;
  description: string;
  lead: string;
  /** ISO date of the last change. */
  updated?: string;
  sections: { id: string; title: string; body: DocumentNode[] }[];
}

export type DocumentNode =
  | string
  | { tag: string; attributes?: Record<string, string>; children: DocumentNode[] }
  /** A value that only a running site knows, such as its operator's name. */
  | { slot: SiteSlot }
  | { when: SiteSlot; passages: DocumentNode[]; otherwise: DocumentNode[] };
