import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { acceptImport, createImport, deleteImport, getImport, listImports } from './contract.ts';
import { acceptOwnImport } from './service/accepting.ts';
import { discardOwnImport, listOwnImports, readOwnImport, sendFiles } from './service/imports.ts';

export const importsApi: ImplementedCall[] = [
  implement(createImport, sendFiles),
  implement(listImports, listOwnImports),
  implement(getImport, readOwnImport),
  implement(acceptImport, acceptOwnImport),
  implement(deleteImport, discardOwnImport),
];
