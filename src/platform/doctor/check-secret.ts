import '../server-only.ts';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, reasonOf } from '../runtime/start-error.ts';
import { createSigner, loadSecret, type Signer } from '../security/secret.ts';
import type { Config } from '../settings/config.ts';
import type { Finding } from './finding.ts';

const subject = 'Secret';

/**
 * The secret that the site signs with; `isOther` asks the database whether it differs from the earlier one. A missing secret is
 * not made here: the next start does that.
 */
export async function checkSecret(
  { dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>,
  isOther: (signer: Signer) => Promise<boolean>,
): Promise<Finding> {
  const path = join(dataDir, 'secret');
  try {
    if (secret === undefined) await stat(path);
    if (await isOther(createSigner(loadSecret(dataDir, secret))))
      return {
        ...{ subject, state: 'problem' },
        text: 'another one than when members set up second factors: their codes are refused',
        advice: 'Put the old one back (SECRET or DATA_DIR/secret) and restart.',
      };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      return { subject, state: 'problem', text: reasonOf(error), advice: 'Put the copy of it back.' };
    return {
      ...{ subject, state: 'advice', text: `${path} does not exist: the next start makes a new one` },
      advice: 'If the site has run before, put its old secret back first.',
    };
  }
  return {
    subject,
    state: 'fine',
    text: secret === undefined ? `${path} is in order` : 'SECRET is in order',
  };
}
