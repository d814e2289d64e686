/** The sides that a paragraph or heading may be set to; each is a class `align-…`, as no page may carry styles. */
export const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

export function isAlignment(text: unknown): text is Alignment {
  return ALIGNMENTS.some((side) => side === text);
}
