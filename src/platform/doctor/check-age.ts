import '../server-only.ts';
import { reasonOf } from '../runtime/start-error.ts';
import { loadAgeIssuers } from '../settings/age.ts';
import type { Config } from '../settings/config.ts';
import type { Finding } from './finding.ts';

const WARNING_MILLISECONDS = 30 * 86_400_000;

/** The proof of age, for a site that asks for one. */
export function checkAge({ age, publicUrl }: Pick<Config, 'age' | 'publicUrl'>, now = new Date()): Finding[] {
  if (age === undefined) return [];
  const subject = 'Proof of age';
  const findings: Finding[] = [];
  const add = (state: Finding['state'], text: string, advice: string) =>
    findings.push({ subject, state, text, advice });
  if (!publicUrl.startsWith('https:'))
    add('problem', `PUBLIC_URL is ${publicUrl}: apps answer over https only`, 'Serve the site over https.');
  const { provider } = age;
  try {
    for (const { subject: name, validToDate } of provider.kind === 'eu'
      ? loadAgeIssuers(provider.issuers)
      : []) {
      const day = validToDate.toISOString().slice(0, 10);
      const holder = name.replaceAll('\n', ', ');
      if (validToDate <= now)
        add(
          'problem',
          `the certificate of ${holder} ended on ${day}`,
          'Replace it in AGE_ISSUERS, and restart.',
        );
      else if (validToDate.getTime() - now.getTime() < WARNING_MILLISECONDS)
        add('advice', `the certificate of ${holder} ends on ${day}`, 'Look for a newer one for AGE_ISSUERS.');
    }
  } catch (error) {
    add('problem', reasonOf(error), 'Fetch the certificates from the trusted list of the EU.');
  }
  if (findings.length > 0) return findings;
  const place = age.regions === 'always' ? 'everywhere' : [...age.regions].join(', ');
  return [{ subject, state: 'fine', text: `asked for: ${place}` }];
}
