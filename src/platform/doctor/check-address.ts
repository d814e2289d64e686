import '../server-only.ts';
import { reasonOf } from '../runtime/start-error.ts';
import type { Config } from '../settings/config.ts';
import { isPublicSite } from '../settings/operator.ts';
import type { Finding } from './finding.ts';

const TIMEOUT_MILLISECONDS = 10_000;
const subject = 'Address';
/** Headers of every answer of the site; a proxy that drops or replaces one weakens it. */
const EXPECTED_HEADERS = ['content-security-policy', 'rating', 'referrer-policy', 'x-content-type-options'];

/** Requests the site at its public address, through everything that stands before it. */
export async function checkAddress({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding[]> {
  let response: Response;
  try {
    response = await request(`${publicUrl}/healthz`);
  } catch (error) {
    const state = isPublicSite(publicUrl) ? 'problem' : 'advice';
    // The reason of a failed fetch is in its cause.
    const reason = reasonOf(error instanceof Error ? (error.cause ?? error) : error);
    const text = `${publicUrl} does not answer: ${reason}`;
    return [{ subject, state, text, advice: 'Is the site running, and does PUBLIC_URL lead to it?' }];
  }
  if (response.status !== 200) {
    const text = `${publicUrl}/healthz answers ${response.status}`;
    return [{ subject, state: 'problem', text, advice: 'The proxy’s log, or the site’s, has the reason.' }];
  }
  const findings: Finding[] = [];
  const missing = EXPECTED_HEADERS.filter((name) => !response.headers.has(name));
  if (missing.length > 0)
    findings.push({
      ...{ subject, state: 'problem', text: `answers arrive without ${missing.join(', ')}` },
      advice: 'The proxy must pass the site’s headers unchanged.',
    });
  if (publicUrl.startsWith('https:')) findings.push(...(await checkPlainAddress(publicUrl)));
  if (findings.length > 0) return findings;
  return [{ subject, state: 'fine', text: `${publicUrl} answers, with all headers` }];
}

async function checkPlainAddress(publicUrl: string): Promise<Finding[]> {
  const plain = publicUrl.replace('https:', 'http:');
  const response = await request(plain).catch(() => undefined);
  const leadsOn = response === undefined || response.headers.get('location')?.startsWith(publicUrl) === true;
  if (leadsOn) return [];
  const text = `${plain} does not lead to https`;
  return [{ subject, state: 'advice', text, advice: 'Let the proxy answer 301 there.' }];
}

function request(url: string): Promise<Response> {
  return fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
}
