import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import * as calls from './contract/follows.ts';
import { getUpdates, markUpdatesRead } from './contract/updates.ts';
import {
  changeFollowSettings,
  followThing,
  listOwnFollows,
  readFollowState,
  unfollowThing,
} from './service/follows.ts';
import { stopMailsByLink } from './service/mail-links.ts';
import { markOwnUpdatesRead, readOwnUpdates } from './service/updates.ts';

export const followsApi: ImplementedCall[] = [
  implement(calls.listFollows, listOwnFollows),
  implement(calls.follow, followThing),
  implement(calls.followState, readFollowState),
  implement(calls.unfollow, unfollowThing),
  implement(calls.setFollowSettings, changeFollowSettings),
  implement(calls.stopFollowMails, stopMailsByLink),
  implement(getUpdates, readOwnUpdates),
  implement(markUpdatesRead, markOwnUpdatesRead),
];
