import type { TaskList } from 'graphile-worker';
import type { Services } from '#platform/runtime/services.ts';
import { rankWaitingVotes } from '../service/votes.ts';

export function votesJobs(services: Services): TaskList {
  return { 'rank-waiting-votes': () => rankWaitingVotes(services) };
}

export const votesCrontab = '*/10 * * * * rank-waiting-votes';
