import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { wholeStory } from './contract.ts';
import { readWholeStory } from './service.ts';

export const wholeStoryApi: ImplementedCall[] = [implement(wholeStory, readWholeStory)];
