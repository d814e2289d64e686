import '../server-only.ts';

/** A file that can't be read. Its message is one sentence for the person who sent it. */
export class UnreadableFile extends Error {}
