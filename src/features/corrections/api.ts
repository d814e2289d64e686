import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import {
  countCorrections,
  decideCorrection,
  listCorrections,
  sendCorrection,
  sendSharedCorrection,
} from './contract.ts';
import {
  countOwnCorrections,
  decideOwnCorrection,
  listOwnCorrections,
  submitCorrection,
  submitSharedCorrection,
} from './service.ts';

export const correctionsApi: ImplementedCall[] = [
  implement(sendCorrection, submitCorrection),
  implement(sendSharedCorrection, submitSharedCorrection),
  implement(listCorrections, listOwnCorrections),
  implement(countCorrections, countOwnCorrections),
  implement(decideCorrection, decideOwnCorrection),
];
