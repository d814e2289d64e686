import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { castVote, checkVote } from '../contract/votes.ts';
import { readVote, vote } from '../service/votes.ts';

export const votesApi: ImplementedCall[] = [implement(castVote, vote), implement(checkVote, readVote)];
