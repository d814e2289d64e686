import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { countShare } from './contract.ts';
import { shareStory } from './service.ts';

export const trackingApi: ImplementedCall[] = [implement(countShare, shareStory)];
