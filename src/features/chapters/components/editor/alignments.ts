/** The possible alignments of a paragraph or heading; each is a class `align-…`, because no page may carry styles. */
export const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

export function isAlignment(text: unknown): text is Alignment {
  return ALIGNMENTS.some((side) => side === text);
}
