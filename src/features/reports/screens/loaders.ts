import type { PageRequest } from '#ui/page-loader.ts';
import { MAX_REPORTED_ADDRESS_CHARACTERS } from '../contract.ts';

export interface ReportPageData {
  /** The prefilled address; empty when none was given. */
  address: string;
}

export function reportPageLoader({ url }: PageRequest): ReportPageData {
  return { address: (url.searchParams.get('url') ?? '').slice(0, MAX_REPORTED_ADDRESS_CHARACTERS) };
}
