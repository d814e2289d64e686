import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { readStatements, readTransparency } from './contract.ts';
import { listStatements, reportTransparency } from './service.ts';

export const transparencyApi: ImplementedCall[] = [
  implement(readTransparency, reportTransparency),
  implement(readStatements, listStatements),
];
