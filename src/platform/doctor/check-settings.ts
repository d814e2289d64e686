import '../server-only.ts';
import type { Config } from '../settings/config.ts';
import { mistypedText } from '../settings/mistyped-settings.ts';
import { isPublicSite } from '../settings/operator.ts';
import type { Finding } from './finding.ts';

type CheckedSettings = Pick<
  Config,
  'mistyped' | 'nodeEnv' | 'operatorSettingsMissing' | 'publicUrl' | 'rateLimits' | 'trustProxy'
>;

/** Settings that are valid one by one, but not right for a site that everybody can reach. */
export function checkSettings(config: CheckedSettings): Finding[] {
  const { mistyped, publicUrl } = config;
  const findings: Finding[] = [];
  const add = (state: Finding['state'], text: string, advice: string) =>
    findings.push({ subject: 'Settings', state, text, advice });
  if (mistyped.length > 0) add('advice', mistypedText(mistyped), 'Correct these names, or remove them.');
  if (!isPublicSite(publicUrl)) {
    const text = `PUBLIC_URL is ${publicUrl}, so links in mails work on this machine or network only`;
    add('advice', text, 'Set PUBLIC_URL before others read here.');
    return findings;
  }
  if (!publicUrl.startsWith('https:'))
    add(
      'problem',
      `PUBLIC_URL is ${publicUrl}: passwords cross the network in clear`,
      'Serve the site over https.',
    );
  else if (config.trustProxy.length === 0)
    add(
      'problem',
      'TRUST_PROXY is off, although something before the site must speak https: all visitors share one address, and so one rate limit',
      'Set TRUST_PROXY to the address of that proxy, such as 127.0.0.1.',
    );
  if (!config.rateLimits)
    add('problem', 'RATE_LIMITS is off: anybody can guess passwords and send mails', 'Remove RATE_LIMITS.');
  if (config.nodeEnv !== 'production')
    add('advice', `NODE_ENV is ${config.nodeEnv}`, 'Set NODE_ENV to production.');
  const missing = config.operatorSettingsMissing;
  if (missing.length > 0)
    add(
      'problem',
      `the legal pages lack what a public site has to state: ${missing.join(', ')}`,
      'Set them; docs/operations.md has an example.',
    );
  if (findings.length > 0) return findings;
  return [{ subject: 'Settings', state: 'fine', text: `${publicUrl}, ${config.nodeEnv}` }];
}
