import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import * as appeals from './contract/appeals.ts';
import * as cases from './contract/cases.ts';
import * as log from './contract/log.ts';
import * as newcomers from './contract/newcomers.ts';
import * as takedowns from './contract/takedowns.ts';
import { appeal, appealLinked, counter, counterLinked } from './service/appeals.ts';
import { beginCase, listQueue, readCase, readEvidence } from './service/cases.ts';
import { decide } from './service/decisions.ts';
import { feature, unfeature } from './service/featuring.ts';
import { listLog } from './service/log.ts';
import { letStory, listAccounts, listWaiting } from './service/newcomers.ts';
import { listDecisions, readLinked } from './service/own-decisions.ts';
import { markAsSpam, undoSpam } from './service/spam.ts';
import { linkRequest, listRequests, readRequest, takeStep } from './service/takedowns.ts';

export const moderationApi: ImplementedCall[] = [
  implement(cases.listCases, listQueue),
  implement(cases.getCase, readCase),
  implement(cases.openCase, beginCase),
  implement(cases.decideCase, decide),
  implement(cases.getEvidence, readEvidence),
  implement(takedowns.listTakedownRequests, listRequests),
  implement(takedowns.getTakedownRequest, readRequest),
  implement(takedowns.takeTakedownStep, takeStep),
  implement(takedowns.linkTakedown, linkRequest),
  implement(log.readLog, listLog),
  implement(log.featureStory, feature),
  implement(log.unfeatureStory, unfeature),
  implement(newcomers.listNewAccounts, listAccounts),
  implement(newcomers.listWaitingStories, listWaiting),
  implement(newcomers.letStoryIn, letStory),
  implement(newcomers.markSpam, markAsSpam),
  implement(newcomers.unmarkSpam, undoSpam),
  implement(appeals.listOwnDecisions, listDecisions),
  implement(appeals.sendAppeal, appeal),
  implement(appeals.sendCounterNotice, counter),
  implement(appeals.readByLink, readLinked),
  implement(appeals.appealByLink, appealLinked),
  implement(appeals.counterNoticeByLink, counterLinked),
];
