import { orErrorPage, type PageRequest } from '#ui/page-loader.ts';
import { getSite, type SiteFacts } from '../contract.ts';

/** For the pages that name the operator. */
export function sitePageLoader({ api }: PageRequest): Promise<SiteFacts> {
  return orErrorPage(api(getSite, {}), { failed: 'Failed to load this page' });
}
