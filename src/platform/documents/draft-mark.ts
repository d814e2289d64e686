import '../server-only.ts';

/** The mark of a draft below its heading, in the files that an author downloads: a line that says so, of this class. */
export const DRAFT_CLASS = 'chapter-state';
export const DRAFT_TEXT = 'Draft';
