import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { addPushBrowser, getPush, removePushBrowser } from './contract.ts';
import { readPush, turnOffBrowser, turnOnBrowser } from './service/browsers.ts';

export const pushApi: ImplementedCall[] = [
  implement(getPush, readPush),
  implement(addPushBrowser, turnOnBrowser),
  implement(removePushBrowser, turnOffBrowser),
];
