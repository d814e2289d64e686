import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { storyStatistics } from './contract.ts';
import { readOwnStatistics } from './service.ts';

export const statisticsApi: ImplementedCall[] = [implement(storyStatistics, readOwnStatistics)];
