import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { answerNote, deleteNotes, listNotes, sendNote } from './contract.ts';
import { answer, leave, listOwnNotes, submitNote } from './service.ts';

export const notesApi: ImplementedCall[] = [
  implement(sendNote, submitNote),
  implement(listNotes, listOwnNotes),
  implement(answerNote, answer),
  implement(deleteNotes, leave),
];
