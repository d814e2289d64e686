import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { search, suggestions } from './contract.ts';
import { searchLibrary } from './service/search.ts';
import { suggest } from './service/suggest.ts';

export const searchApi: ImplementedCall[] = [
  implement(search, searchLibrary),
  implement(suggestions, suggest),
];
