import type { PageRequest } from '#ui/page-loader.ts';

export interface MailedLinkData {
  hasToken: boolean;
}

/** Whether a page was opened by a mailed link. The token itself gets neither into the page nor into its data. */
export function mailedLinkLoader({ url }: PageRequest): MailedLinkData {
  return { hasToken: (url.searchParams.get('token') ?? '') !== '' };
}
