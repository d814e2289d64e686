import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { search, suggestions } from './contract.ts';
import { searchEverything } from './service/searching.ts';
import { suggest } from './service/suggesting.ts';

export const searchApi: ImplementedCall[] = [
  implement(search, searchEverything),
  implement(suggestions, suggest),
];
