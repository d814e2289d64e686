import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import {
  countCorrections,
  decideCorrection,
  listCorrections,
  listSentCorrections,
  sendCorrection,
  sendSharedCorrection,
  withdrawCorrection,
} from './contract.ts';
import {
  countOwnCorrections,
  decideOwnCorrection,
  listOwnCorrections,
  listSentByAccount,
  submitCorrection,
  submitSharedCorrection,
  withdrawOwnCorrection,
} from './service.ts';

export const correctionsApi: ImplementedCall[] = [
  implement(sendCorrection, submitCorrection),
  implement(sendSharedCorrection, submitSharedCorrection),
  implement(listCorrections, listOwnCorrections),
  implement(countCorrections, countOwnCorrections),
  implement(listSentCorrections, listSentByAccount),
  implement(withdrawCorrection, withdrawOwnCorrection),
  implement(decideCorrection, decideOwnCorrection),
];
