import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgeIssuer, ageIssuer } from './age-wallet.ts';
import { type RunningSite, startSite } from './running-site.ts';

/** A running site that asks everybody for a proof of age, and the authority that it trusts. */
export async function startAgeSite(): Promise<{ site: RunningSite; issuer: AgeIssuer }> {
  const issuer = await ageIssuer();
  const folder = await mkdtemp(join(tmpdir(), 'nightstand-age-'));
  try {
    await writeFile(join(folder, 'authority.pem'), issuer.certificate);
    const env = { AGE_PROVIDER: 'eu', AGE_REGIONS: 'always', AGE_ISSUERS: folder };
    return { site: await startSite({ env }), issuer };
  } finally {
    // The site has read it at its start.
    await rm(folder, { recursive: true });
  }
}
