import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { deleteTrash, emptyTrash, listTrash, restoreTrash } from './contract.ts';
import { deleteFromTrash, emptyOwnTrash, listOwnTrash, restoreFromTrash } from './service.ts';

export const trashApi: ImplementedCall[] = [
  implement(listTrash, listOwnTrash),
  implement(restoreTrash, restoreFromTrash),
  implement(deleteTrash, deleteFromTrash),
  implement(emptyTrash, emptyOwnTrash),
];
