import { isolated } from '#base/direction.ts';
import { EMPHASIS } from '#base/light-markup.ts';
import { excerpt, groupThousands } from '#base/text.ts';
import type { NotifiedAction } from '#features/moderation/rules.ts';

/** The kinds of things that an inbox tells of, and their names in its settings. */
export const kindLabels = {
  comment: 'Comments on my stories',
  reply: 'Replies to my comments',
  thanks: 'Thanks for my comments',
  note: 'Private notes',
  correction: 'Corrections',
  sweep: 'Waves of comments that moderators removed',
  followers: 'Numbers of followers',
  decision: 'Decisions of the moderators',
};
export type InboxKind = keyof typeof kindLabels;
export const INBOX_KINDS = Object.keys(kindLabels) as InboxKind[];

/** Decisions about one's own work always arrive: an appeal has a deadline. */
export type MutableKind = Exclude<InboxKind, 'decision'>;
export const MUTABLE_KINDS = INBOX_KINDS.filter((kind): kind is MutableKind => kind !== 'decision');

/** The number of people whose names a line has. */
export const MAX_NAMES = 2;

/** The numbers of followers that are told of. Fewer than ten are nobody’s business, not even the author’s. */
export const FOLLOWER_COUNTS = [1, 10, 100, 1000, 10_000].flatMap((times) =>
  [10, 25, 50].map((count) => count * times),
);

/** Something in an inbox, with what its words are made of. */
export interface InboxGroup {
  kind: InboxKind;
  /** How many of its kind are grouped. */
  count: number;
  /** Of a comment: whether it waits for the author's approval. */
  waits: boolean;
  /** The first names, and how many people there are. */
  names: string[];
  people: number;
  story: { title: string } | null;
  series: { title: string } | null;
  list: { title: string } | null;
  author: { name: string } | null;
  follower_count: number | null;
  decision: {
    action: NotifiedAction;
    story: string | null;
    list: string | null;
    isAboutComment: boolean;
  } | null;
}

/** “Mira Quill, Una and 3 others” */
function namesIn({ names: shown, people }: InboxGroup): string {
  if (shown.length === 0) return 'Somebody';
  const names = shown.map(isolated);
  const others = people - names.length;
  const listed = others > 0 ? [...names, others === 1 ? '1 other' : `${others} others`] : names;
  return listed.length === 1 ? listed.join('') : `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`;
}

const titleOf = ({ story }: InboxGroup) => `“${isolated(story?.title ?? '')}”`;

const decisionTexts: Record<NotifiedAction, (subject: string) => string> = {
  hide: (subject) => `${subject} was hidden`,
  remove: (subject) => `${subject} was removed`,
  restore: (subject) => `${subject} was restored`,
  'hide-list': (subject) => `${subject} was hidden`,
  'restore-list': (subject) => `${subject} was restored`,
  'remove-comment': (subject) => `${subject} was removed`,
  'restore-comment': (subject) => `${subject} was restored`,
  suspend: () => 'Your account was suspended',
  reinstate: () => 'The suspension of your account was lifted',
  spam: () => 'Your account was suspended as spam',
  'not-spam': () => 'The spam mark on your account was undone',
  uphold: () => 'Your appeal was answered: the decision stands',
  'takedown-removed': (subject) => `${subject} was removed after a legal request`,
  'takedown-put-back': (subject) => `${subject} was put back after your counter-notice`,
  warn: (subject) => `Content warnings were added to ${lowerFirst(subject)}`,
  unwarn: (subject) => `Content warnings were lifted from ${lowerFirst(subject)}`,
};

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function decisionText({ decision }: InboxGroup): string {
  if (decision === null) return 'A decision was made';
  const { action, story, list, isAboutComment } = decision;
  const subject = isAboutComment
    ? 'A comment of yours'
    : list !== null
      ? `Your reading list “${isolated(list)}”`
      : `Your story “${isolated(story ?? '')}”`;
  return decisionTexts[action](subject);
}

function followedIn({ story, series, list, author }: InboxGroup): string {
  if (author !== null) return `you as ${isolated(author.name)}`;
  if (list !== null) return `your reading list “${isolated(list.title)}”`;
  return `“${isolated((series ?? story)?.title ?? '')}”`;
}

const BEGINNING_CHARACTERS = 160;
const QUOTE = /^> ?/;

/** The beginning of a comment's own words on one line; of what it quotes, where it has no others. */
export function commentBeginning(content: string): string {
  const lines = content.split('\n').filter((line) => line.replace(QUOTE, '').trim() !== '');
  const own = lines.filter((line) => !QUOTE.test(line));
  const shown = (own.length > 0 ? own : lines).map((line) =>
    line.replace(QUOTE, '').replaceAll(EMPHASIS, '$1'),
  );
  return excerpt(shown.join(' '), BEGINNING_CHARACTERS);
}

/** A group in words, made whenever it is shown. */
export function groupText(group: InboxGroup): string {
  const { kind, count, waits } = group;
  const isOne = count === 1;
  const number = groupThousands(count);
  switch (kind) {
    case 'comment':
      if (waits)
        return isOne
          ? `A comment on ${titleOf(group)} waits for you`
          : `${number} comments on ${titleOf(group)} wait for you`;
      return isOne
        ? `${namesIn(group)} commented on ${titleOf(group)}`
        : `${number} comments on ${titleOf(group)}, by ${namesIn(group)}`;
    case 'reply':
      return isOne
        ? `${namesIn(group)} replied to you on ${titleOf(group)}`
        : `${number} replies to you on ${titleOf(group)}, by ${namesIn(group)}`;
    case 'thanks':
      return `${isOne ? 'Somebody' : `${number} people`} thanked you for your comment on ${titleOf(group)}`;
    case 'note':
      return isOne
        ? `${namesIn(group)} sent you a note about ${titleOf(group)}`
        : `${number} notes about ${titleOf(group)}, by ${namesIn(group)}`;
    case 'correction':
      return `${isOne ? 'A correction' : `${number} corrections`} for ${titleOf(group)}`;
    case 'sweep':
      return `Moderators removed a wave of comments on ${group.story === null ? 'your stories' : titleOf(group)}`;
    case 'followers':
      return `${groupThousands(group.follower_count ?? 0)} people follow ${followedIn(group)}`;
    case 'decision':
      return decisionText(group);
  }
}
