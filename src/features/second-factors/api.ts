import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import * as calls from './contract/factors.ts';
import * as passkeys from './contract/passkeys.ts';
import { readFactors, renewOwnRecoveryCodes } from './service/factors.ts';
import {
  addOwnPasskey,
  askForPasskey,
  readPasskeys,
  removeOwnPasskey,
  renameOwnPasskey,
  startAddingPasskey,
} from './service/passkeys.ts';
import { beginOwnTotp, confirmOwnTotp, removeOwnTotp } from './service/totp.ts';

export const secondFactorsApi: ImplementedCall[] = [
  implement(calls.listFactors, readFactors),
  implement(calls.beginTotp, beginOwnTotp),
  implement(calls.confirmTotp, confirmOwnTotp),
  implement(calls.removeTotp, removeOwnTotp),
  implement(calls.renewRecoveryCodes, renewOwnRecoveryCodes),
  implement(passkeys.listPasskeys, readPasskeys),
  implement(passkeys.passkeyOptions, startAddingPasskey),
  implement(passkeys.addPasskey, addOwnPasskey),
  implement(passkeys.renamePasskey, renameOwnPasskey),
  implement(passkeys.removePasskey, removeOwnPasskey),
  implement(passkeys.passkeySignInOptions, askForPasskey),
];
