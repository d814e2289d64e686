import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { addBan, endBan, listBans } from './contract.ts';
import { banNetwork, endBanNow, readBans } from './service/bans.ts';

export const networkBansApi: ImplementedCall[] = [
  implement(listBans, readBans),
  implement(addBan, banNetwork),
  implement(endBan, endBanNow),
];
