import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { getOwnText, getSite } from './contract/site.ts';
import { acceptTerms, listTermsVersions, readOwnTerms, readTermsVersion } from './contract/terms.ts';
import { readOwnText, readSite } from './service/site.ts';
import { acceptVersion, listVersions, readTermsOfAccount, readVersion } from './service/terms.ts';

export const legalApi: ImplementedCall[] = [
  implement(getSite, readSite),
  implement(getOwnText, readOwnText),
  implement(listTermsVersions, listVersions),
  implement(readTermsVersion, readVersion),
  implement(readOwnTerms, readTermsOfAccount),
  implement(acceptTerms, acceptVersion),
];
