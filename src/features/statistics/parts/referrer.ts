import type { Referrer } from '../contract.ts';

const searchHosts =
  /(?:^|\.)(?:google|bing|duckduckgo|yahoo|ecosia|qwant|startpage|yandex|baidu|kagi|brave|mojeek)\./;
const socialHosts =
  /(?:^|\.)(?:reddit|facebook|instagram|twitter|tumblr|pinterest|tiktok|youtube|discord|threads|bsky|mastodon|linkedin)\.|(?:^|\.)(?:x\.com|t\.co|t\.me|vk\.com)$/;

/** The kind of page at an address; the address itself never leaves the browser. */
export function referrerKind(address: string, ownHost: string): Referrer {
  const host = URL.parse(address)?.host;
  if (host === undefined) return 'direct';
  if (host === ownHost) return 'site';
  if (searchHosts.test(host)) return 'search';
  return socialHosts.test(host) ? 'social' : 'other';
}
