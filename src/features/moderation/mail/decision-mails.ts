import { storedRuleTitle } from '#features/legal/rules.ts';
import type { DecisionSource, Statement } from '#features/statements/contract.ts';
import { statementOf, statementSentences } from '#features/statements/rules.ts';
import { layOutMail, type MailContents } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { urls } from '#urls.ts';
import { ANSWERED_BY_SAME_MODERATOR, APPEAL_DAYS } from '../contract/moderation.ts';
import { isAppealable, type NotifiedAction } from '../rules.ts';

type MailDraft = Omit<Mail, 'to'>;

/** Decisions about legal requests have mails of their own. */
type MailedAction = Exclude<NotifiedAction, 'takedown-removed' | 'takedown-put-back'>;

/** A decision as its subject reads it: the moderator by role, never by name. */
export interface NotifiedDecision {
  action: MailedAction;
  role: 'moderator' | 'admin';
  story?: string | undefined;
  list?: string | undefined;
  comment?: string | undefined;
  rule?: string | undefined;
  quotedPassage: string;
  note: string;
  /** The token of the page that shows the decision and takes an appeal. */
  token: string;
  /** The content warnings that were added or lifted, and whether they are about a chapter alone. */
  warnings?: string;
  isAboutChapter?: boolean;
  /** Whether readers can no longer find the suspended author and their stories. */
  isWithheld?: boolean;
  /** Whether a comment stays removed because the author of its story had removed it before the staff did. */
  isRemovedByAuthor?: boolean | undefined;
  /** Whether it answers an appeal against a decision of the same moderator, as no other one could answer. */
  bySameModerator?: boolean;
  /** The origin of a restricting decision, for its statement of reasons. */
  source: DecisionSource | undefined;
}

const warnedOf = (told: NotifiedDecision) =>
  `${told.isAboutChapter === true ? 'a chapter of ' : ''}${storyOf(told)}: ${told.warnings ?? ''}`;

const storyOf = ({ story }: NotifiedDecision) => `your story “${story ?? ''}”`;

const listOf = ({ list }: NotifiedDecision) => `your reading list “${list ?? ''}”`;

const commentOf = ({ comment }: NotifiedDecision) => `your comment “${comment ?? ''}”`;

const decider = ({ role }: Pick<NotifiedDecision, 'role'>) => (role === 'admin' ? 'An admin' : 'A moderator');

const descriptions: Record<MailedAction, (decision: NotifiedDecision) => string> = {
  hide: (told) =>
    `${decider(told)} has hidden ${storyOf(told)}: readers can no longer see it. You can still read, change and export it.`,
  remove: (told) =>
    `${decider(told)} has removed ${storyOf(told)}: readers can no longer see it. You can still read and export it.`,
  restore: (told) => `${decider(told)} has restored ${storyOf(told)}.`,
  'hide-list': (told) =>
    `${decider(told)} has hidden ${listOf(told)}: others can no longer see it. You still have the shelf, and can change it.`,
  'restore-list': (told) => `${decider(told)} has restored ${listOf(told)}.`,
  'remove-comment': (told) =>
    `${decider(told)} has removed ${commentOf(told)}: readers can no longer see it. You still can, where you wrote it.`,
  'restore-comment': (told) =>
    told.isRemovedByAuthor === true
      ? `${decider(told)} has lifted our removal of ${commentOf(told)}. The story’s author had removed it, too, so readers still can’t see it.`
      : `${decider(told)} has restored ${commentOf(told)}.`,
  suspend: ({ role, isWithheld }) =>
    `${decider({ role })} has suspended your account. You can still sign in, read and export your work, but not publish.${isWithheld ? ' Readers can no longer see you or your stories.' : ''}`,
  reinstate: ({ role }) => `${decider({ role })} has lifted the suspension of your account.`,
  spam: ({ role }) =>
    `${decider({ role })} has suspended your account as spam. You can still sign in, read and export your work, but not publish. Readers can no longer see you or your stories.`,
  'not-spam': ({ role }) =>
    `${decider({ role })} has undone the spam mark on your account. Everything it changed is back as it was.`,
  warn: (told) =>
    `${decider(told)} has added content warnings to ${warnedOf(told)}. Readers see them like your own; only our staff can lift them.`,
  unwarn: (told) =>
    `${decider(told)} has lifted content warnings from ${warnedOf(told)}. Those that you chose yourself stay.`,
  uphold: (told) =>
    `${told.bySameModerator ? decider(told) : `Another ${told.role}`} has read your appeal${aboutOf(told)}, and upholds the decision.`,
};

function aboutOf(told: NotifiedDecision): string {
  if (told.story !== undefined) return ` about ${storyOf(told)}`;
  if (told.comment !== undefined) return ` about ${commentOf(told)}`;
  return told.list === undefined ? '' : ` about ${listOf(told)}`;
}

const subjects: Partial<Record<MailedAction, string>> = {
  suspend: 'About your account',
  reinstate: 'About your account',
  spam: 'About your account',
  'not-spam': 'About your account',
  uphold: 'About your appeal',
};

/** Describes the rule, the quoted passage, who decided, the reason, and the possible appeal. */
export function decisionMail(site: string, told: NotifiedDecision): MailDraft {
  const { action, rule, quotedPassage, note, token } = told;
  return layOutMail({
    kind: 'moderation-decision',
    subject: subjects[action] ?? 'About something you have published',
    paragraphs: [
      descriptions[action](told),
      ...(told.bySameModerator ? [ANSWERED_BY_SAME_MODERATOR] : []),
      ...(rule === undefined ? [] : [`It is about: ${storedRuleTitle(rule)}`]),
      ...(quotedPassage === '' ? [] : [{ heading: 'The passage' }, quotedPassage]),
      ...(note === '' ? [] : [{ heading: 'The reason' }, note]),
      ...statementParts(
        statementOf({
          ...{ action, rule: rule ?? null, source: told.source ?? 'own' },
          ...{ liftedAt: null, requestType: null, withholdsStories: told.isWithheld ?? false },
        }),
      ),
      { label: 'The guidelines', url: site + urls.guidelines() },
    ],
    ...(isAppealable(action) ? appealParts(site, token) : { action: readAction(site, token) }),
  });
}

/** The statement of reasons that the law asks for; the decision itself stands above it. */
export function statementParts(statement: Statement | undefined): MailContents['paragraphs'] {
  return statement === undefined ? [] : [{ heading: 'Statement of reasons' }, statementSentences(statement)];
}

function readAction(site: string, token: string) {
  return { label: 'Read the decision', url: site + urls.appeal(token) };
}

function appealParts(site: string, token: string): Pick<MailContents, 'action' | 'afterwords'> {
  return {
    action: { label: 'Read the decision, or appeal', url: site + urls.appeal(token) },
    afterwords: [
      `You can appeal once, within ${APPEAL_DAYS} days. Another moderator will answer. If the site has only one, the same moderator answers and says so; the decision can be lifted at once, and is upheld no sooner than seven days later.`,
      'The link works without logging in: please keep it to yourself.',
    ],
  };
}
