import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import {
  createSecretLink,
  getSecretLink,
  readSharedChapter,
  readSharedStory,
  revokeSecretLink,
} from './contract.ts';
import { createOwnLink, readChapterByLink, readOwnLink, readStoryByLink, revokeOwnLink } from './service.ts';

export const secretLinksApi: ImplementedCall[] = [
  implement(createSecretLink, createOwnLink),
  implement(getSecretLink, readOwnLink),
  implement(revokeSecretLink, revokeOwnLink),
  implement(readSharedStory, readStoryByLink),
  implement(readSharedChapter, readChapterByLink),
];
