import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { changeRole, endSessions, listPeople } from './contract.ts';
import { assignRole, findPeople, signOutEverywhere } from './service.ts';

export const peopleApi: ImplementedCall[] = [
  implement(listPeople, findPeople),
  implement(changeRole, assignRole),
  implement(endSessions, signOutEverywhere),
];
