import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { castVote, checkVote } from './contract.ts';
import { readVote, vote } from './service.ts';

export const votesApi: ImplementedCall[] = [implement(castVote, vote), implement(checkVote, readVote)];
