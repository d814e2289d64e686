import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { readTransparency } from './contract.ts';
import { reportTransparency } from './service.ts';

export const transparencyApi: ImplementedCall[] = [implement(readTransparency, reportTransparency)];
