import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import * as calls from './contract/factors.ts';
import { readFactors, renewOwnRecoveryCodes } from './service/factors.ts';
import { beginOwnTotp, confirmOwnTotp, removeOwnTotp } from './service/totp.ts';

export const secondFactorsApi: ImplementedCall[] = [
  implement(calls.listFactors, readFactors),
  implement(calls.beginTotp, beginOwnTotp),
  implement(calls.confirmTotp, confirmOwnTotp),
  implement(calls.removeTotp, removeOwnTotp),
  implement(calls.renewRecoveryCodes, renewOwnRecoveryCodes),
];
