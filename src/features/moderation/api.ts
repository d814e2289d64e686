import { approveComment, removeComment } from '#features/comments/contract/comments.ts';
import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import * as appeals from './contract/appeals.ts';
import * as bulk from './contract/bulk.ts';
import * as cases from './contract/cases.ts';
import * as waves from './contract/comment-waves.ts';
import * as log from './contract/log.ts';
import * as newcomers from './contract/newcomers.ts';
import * as tags from './contract/tags.ts';
import * as takedowns from './contract/takedowns.ts';
import * as work from './contract/waiting-work.ts';
import * as warnings from './contract/warnings.ts';
import {
  submitAppeal,
  submitAppealByLink,
  submitCounterNotice,
  submitCounterNoticeByLink,
} from './service/appeals.ts';
import { actTogether, listTogether, undoTogether } from './service/bulk.ts';
import { listQueue, readCase, readEvidence, startCase } from './service/cases.ts';
import { listWavesForStaff, removeWave, undoRemoval } from './service/comment-waves.ts';
import { approveAnyComment, removeAnyComment } from './service/comments.ts';
import { decide } from './service/decisions.ts';
import { feature, unfeature } from './service/featuring.ts';
import { listLog } from './service/log.ts';
import { letStory, listAccounts, listWaiting } from './service/newcomers.ts';
import { listDecisions, readDecisionByLink } from './service/own-decisions.ts';
import { markAsSpam, undoSpamMark } from './service/spam.ts';
import { warn } from './service/staff-warnings.ts';
import { decideProposal, listChanges, listProposals, makeChange, undoChange } from './service/tags.ts';
import { linkRequest, listRequests, readRequest, takeStep } from './service/takedowns.ts';
import { countWork } from './service/waiting-work.ts';

export const moderationApi: ImplementedCall[] = [
  implement(cases.listCases, listQueue),
  implement(work.countWaitingWork, countWork),
  implement(cases.getCase, readCase),
  implement(cases.openCase, startCase),
  implement(cases.decideCase, decide),
  implement(cases.getEvidence, readEvidence),
  implement(takedowns.listTakedownRequests, listRequests),
  implement(takedowns.getTakedownRequest, readRequest),
  implement(takedowns.takeTakedownStep, takeStep),
  implement(takedowns.linkTakedown, linkRequest),
  implement(log.readLog, listLog),
  implement(log.featureStory, feature),
  implement(log.unfeatureStory, unfeature),
  implement(warnings.setStaffWarnings, warn),
  implement(newcomers.listNewAccounts, listAccounts),
  implement(newcomers.listWaitingStories, listWaiting),
  implement(newcomers.letStoryIn, letStory),
  implement(newcomers.markSpam, markAsSpam),
  implement(newcomers.unmarkSpam, undoSpamMark),
  implement(tags.listTagProposals, listProposals),
  implement(tags.decideTagProposal, decideProposal),
  implement(tags.listTagChanges, listChanges),
  implement(tags.changeTag, makeChange),
  implement(tags.undoTagChange, undoChange),
  implement(appeals.listOwnDecisions, listDecisions),
  implement(appeals.sendAppeal, submitAppeal),
  implement(appeals.sendCounterNotice, submitCounterNotice),
  implement(appeals.readByLink, readDecisionByLink),
  implement(appeals.appealByLink, submitAppealByLink),
  implement(appeals.counterNoticeByLink, submitCounterNoticeByLink),
  implement(approveComment, approveAnyComment),
  implement(removeComment, removeAnyComment),
  implement(bulk.actOnSeveral, actTogether),
  implement(bulk.listBulkActions, listTogether),
  implement(bulk.undoBulkAction, undoTogether),
  implement(waves.listCommentWaves, listWavesForStaff),
  implement(waves.sweepWave, removeWave),
  implement(waves.undoWaveSweep, undoRemoval),
];
