import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { frontpage, getStory, listStories, relatedStories } from './contract.ts';
import { listAllStories, listFrontpage, listRelated, readStory } from './service.ts';

export const storiesApi: ImplementedCall[] = [
  implement(frontpage, listFrontpage),
  implement(listStories, listAllStories),
  implement(getStory, readStory),
  implement(relatedStories, listRelated),
];
