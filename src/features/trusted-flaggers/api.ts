import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { addTrustedFlagger, listTrustedFlaggers, revokeTrustedFlagger } from './contract.ts';
import { readFlaggers, revokeTrust, trust } from './service.ts';

export const trustedFlaggersApi: ImplementedCall[] = [
  implement(listTrustedFlaggers, readFlaggers),
  implement(addTrustedFlagger, trust),
  implement(revokeTrustedFlagger, revokeTrust),
];
