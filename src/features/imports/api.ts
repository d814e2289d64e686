import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { acceptImport, createImport, deleteImport, getImport } from './contract.ts';
import { acceptOwnImport } from './service/accepting.ts';
import { discardOwnImport, readOwnImport, sendFiles } from './service/imports.ts';

export const importsApi: ImplementedCall[] = [
  implement(createImport, sendFiles),
  implement(getImport, readOwnImport),
  implement(acceptImport, acceptOwnImport),
  implement(deleteImport, discardOwnImport),
];
