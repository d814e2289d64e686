import { filterCounts } from '#features/filters/contract/filters.ts';
import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { deleteStory } from './contract/delete-story.ts';
import { editSynopsis } from './contract/edit-synopsis.ts';
import { relatedStories } from './contract/related.ts';
import { editStory, frontpage, getStory, listStories, publishStory } from './contract/stories.ts';
import { countFilterChoices } from './service/filter-counts.ts';
import { listAllStories, listFrontpage, listRelated } from './service/lists.ts';
import { readStory } from './service/stories.ts';
import { trashOwnStory } from './service/trash.ts';
import { changeStory, changeSynopsis, publishOwnStory } from './service/writing.ts';

export const storiesApi: ImplementedCall[] = [
  implement(filterCounts, countFilterChoices),
  implement(frontpage, listFrontpage),
  implement(listStories, listAllStories),
  implement(getStory, readStory),
  implement(relatedStories, listRelated),
  implement(publishStory, publishOwnStory),
  implement(editStory, changeStory),
  implement(editSynopsis, changeSynopsis),
  implement(deleteStory, trashOwnStory),
];
