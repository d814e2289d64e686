import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { getSite } from './contract.ts';
import { readSite } from './service.ts';

export const legalApi: ImplementedCall[] = [implement(getSite, readSite)];
