import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { changeRole, endSessions, listBranch, listPeople } from './contract.ts';
import { assignRole, findPeople, readBranch, signOutEverywhere } from './service.ts';

export const peopleApi: ImplementedCall[] = [
  implement(listPeople, findPeople),
  implement(listBranch, readBranch),
  implement(changeRole, assignRole),
  implement(endSessions, signOutEverywhere),
];
