import '../server-only.ts';
import ipaddr from 'ipaddr.js';

/** The person or company responsible for a site, as far as the settings name them. */
export interface Operator {
  name: string | undefined;
  /** The postal address, line by line; empty: not set. */
  address: string[];
  email: string | undefined;
  country: string | undefined;
  /** The agent designated to receive copyright notices, line by line; empty: not set. */
  dmcaAgent: string[];
  /** Whether a reply to one of the site's mails reaches somebody. */
  readsReplies: boolean;
}

/** Whether an address leads to a site for everyone, rather than to this machine or a private network. */
export function isPublicSite(publicUrl: string): boolean {
  const hostname = new URL(publicUrl).hostname.replace(/\.$/, '');
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(address)) return ipaddr.process(address).range() === 'unicast';
  return hostname.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa)$/.test(hostname);
}
