import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { countReadTime, countShare, countView, readStates } from '../contract/reading.ts';
import { reportReading } from '../service/reading.ts';
import { shareStory } from '../service/shares.ts';
import { readOwnStates } from '../service/states.ts';
import { viewStory } from '../service/views.ts';

export const trackingApi: ImplementedCall[] = [
  implement(countView, viewStory),
  implement(countReadTime, reportReading),
  implement(countShare, shareStory),
  implement(readStates, readOwnStates),
];
