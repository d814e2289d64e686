import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { deleteDraft, getDraft, listDrafts, putDraft } from './contract.ts';
import { discardOwnDraft, listOwnDrafts, readOwnDraft, storeOwnDraft } from './service.ts';

export const draftsApi: ImplementedCall[] = [
  implement(listDrafts, listOwnDrafts),
  implement(getDraft, readOwnDraft),
  implement(putDraft, storeOwnDraft),
  implement(deleteDraft, discardOwnDraft),
];
