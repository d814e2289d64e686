import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import * as calls from './contract.ts';
import { countOwnInbox, markOwnInboxRead, readOwnInbox } from './service/inbox.ts';
import { stopMailsByLink } from './service/mail-links.ts';
import { changeOwnSettings, readOwnSettings } from './service/settings.ts';

export const inboxApi: ImplementedCall[] = [
  implement(calls.readInbox, readOwnInbox),
  implement(calls.countInbox, countOwnInbox),
  implement(calls.markInboxRead, markOwnInboxRead),
  implement(calls.readInboxSettings, readOwnSettings),
  implement(calls.setInboxSettings, changeOwnSettings),
  implement(calls.stopInboxMails, stopMailsByLink),
];
