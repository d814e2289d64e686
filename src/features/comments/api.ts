import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { endBlock, listBlocks, setBlock } from './contract/blocks.ts';
import {
  deleteComment,
  editComment,
  listComments,
  sendComment,
  thankForComment,
  unthankForComment,
} from './contract/comments.ts';
import { countComments } from './contract/counts.ts';
import { listFilteredWords, setFilteredWords } from './contract/filtered-words.ts';
import { decideComments, listReceivedComments } from './contract/overview.ts';
import { countParagraphComments } from './contract/paragraphs.ts';
import { pinComment, unpinComment } from './contract/pins.ts';
import { listWaves, sweepComments, undoSweep } from './contract/sweeps.ts';
import { listCommentVersions } from './contract/versions.ts';
import { blockSomebody, listOwnBlocks, unblockSomebody } from './service/blocks.ts';
import { pin, unpin } from './service/deciding.ts';
import { listOwnWords, setOwnWords } from './service/filtered-words.ts';
import { listEarlierTexts } from './service/moderation.ts';
import { countOnParagraphs } from './service/paragraph-counts.ts';
import { countCommentsOfStory, listCommentsOfStory } from './service/reading.ts';
import { decideReceived, listReceived } from './service/received.ts';
import { listOwnWaves, sweepOwn, undoOwnSweep } from './service/sweeps.ts';
import { thank, unthank } from './service/thanks.ts';
import { changeComment, deleteOwnComment, submitComment } from './service/writing.ts';

export const commentsApi: ImplementedCall[] = [
  implement(listComments, listCommentsOfStory),
  implement(countComments, countCommentsOfStory),
  implement(countParagraphComments, countOnParagraphs),
  implement(sendComment, submitComment),
  implement(editComment, changeComment),
  implement(deleteComment, deleteOwnComment),
  implement(pinComment, pin),
  implement(unpinComment, unpin),
  implement(thankForComment, thank),
  implement(unthankForComment, unthank),
  implement(listCommentVersions, listEarlierTexts),
  implement(listReceivedComments, listReceived),
  implement(decideComments, decideReceived),
  implement(listWaves, listOwnWaves),
  implement(sweepComments, sweepOwn),
  implement(undoSweep, undoOwnSweep),
  implement(listFilteredWords, listOwnWords),
  implement(setFilteredWords, setOwnWords),
  implement(listBlocks, listOwnBlocks),
  implement(setBlock, blockSomebody),
  implement(endBlock, unblockSomebody),
];
