/** The kinds of things that an inbox tells of. */
export type InboxKind = 'comment' | 'reply' | 'thanks' | 'decision' | 'followers' | 'note' | 'correction';
