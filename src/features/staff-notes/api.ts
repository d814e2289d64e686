import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { addStaffNote, deleteStaffNote, editStaffNote, listStaffNotes } from './contract.ts';
import { changeNote, listNotes, removeNote, writeNote } from './service/notes.ts';

export const staffNotesApi: ImplementedCall[] = [
  implement(listStaffNotes, listNotes),
  implement(addStaffNote, writeNote),
  implement(editStaffNote, changeNote),
  implement(deleteStaffNote, removeNote),
];
