/** Corrections: readers quote a passage of a chapter and suggest another text, or leave a note for its author. */

/** The maximum length of each text of a correction. */
export const MAX_CORRECTION_CHARACTERS = 1000;
