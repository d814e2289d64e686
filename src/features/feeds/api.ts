import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { getFeedToken, removeFeedToken, renewFeedToken } from './contract.ts';
import { readOwnAddress, removeOwnAddress, renewOwnAddress } from './service/feed-address.ts';

export const feedsApi: ImplementedCall[] = [
  implement(getFeedToken, readOwnAddress),
  implement(renewFeedToken, renewOwnAddress),
  implement(removeFeedToken, removeOwnAddress),
];
