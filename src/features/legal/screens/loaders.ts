import { orErrorPage, type PageRequest } from '#ui/page-loader.ts';
import { getOwnText, getSite, type OwnText, type ReplaceablePage, type SiteFacts } from '../contract/site.ts';
import {
  listTermsVersions,
  readTermsVersion,
  type TermsPeriod,
  type TermsVersion,
  termsMessages,
} from '../contract/terms.ts';

export interface SitePageData {
  site: SiteFacts;
  own: OwnText;
}

const failed = 'Failed to load this page';

function ownTextOf({ api }: PageRequest, page: ReplaceablePage): Promise<OwnText> {
  return orErrorPage(api(getOwnText, { page }), { failed }).then(({ text }) => text);
}

/** For a page of another feature that names the operator. */
export function sitePageLoader({ api }: PageRequest): Promise<SiteFacts> {
  return orErrorPage(api(getSite, {}), { failed });
}

/** For a text that names the operator. */
function operatorPageLoader(page: ReplaceablePage) {
  return async (request: PageRequest): Promise<SitePageData> => {
    const [site, own] = await Promise.all([sitePageLoader(request), ownTextOf(request, page)]);
    return { site, own };
  };
}

export async function termsVersionsPageLoader({ api }: PageRequest): Promise<{ versions: TermsPeriod[] }> {
  return orErrorPage(api(listTermsVersions, {}), { failed });
}

export interface TermsVersionData {
  site: SiteFacts;
  terms: TermsVersion;
}

export async function termsVersionPageLoader(request: PageRequest<'version'>): Promise<TermsVersionData> {
  const { version } = request.params;
  const [site, terms] = await Promise.all([
    sitePageLoader(request),
    orErrorPage(request.api(readTermsVersion, { version }), {
      notFound: termsMessages.unknownVersion,
      failed,
    }),
  ]);
  return { site, terms };
}

export const termsPageLoader = operatorPageLoader('terms');
export const privacyPageLoader = operatorPageLoader('privacy');
export const contactPageLoader = operatorPageLoader('contact');

/** For a page that is the same whoever the operator is. */
function plainPageLoader(page: ReplaceablePage) {
  return async (request: PageRequest): Promise<{ own: OwnText }> => ({ own: await ownTextOf(request, page) });
}

export const guidelinesPageLoader = plainPageLoader('guidelines');
export const faqPageLoader = plainPageLoader('faq');
