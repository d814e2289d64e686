import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { getOwnText, getSite } from './contract/site.ts';
import { readOwnText, readSite } from './service/site.ts';

export const legalApi: ImplementedCall[] = [implement(getSite, readSite), implement(getOwnText, readOwnText)];
