import '../server-only.ts';
import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf, StartError } from '../runtime/start-error.ts';
import type { OpenIdClient } from '../security/openid-client.ts';
import type { AgeRegions } from './age-regions.ts';

/** How a site checks that its readers are adults, where the law asks for more than their word. */
export interface AgeAssurance {
  regions: AgeRegions;
  /** The headers in which a proxy names the country, and the part of it; empty: none does. */
  regionHeaders: readonly string[];
  provider: AgeProvider;
  /** Since the start of this process. */
  counts: { begun: number; passed: number; refused: number };
}

/** The witness that somebody is an adult. */
export type AgeProvider =
  /** An app, with the word of an issuer whose certificate is trusted. */
  | { kind: 'eu'; issuers: readonly X509Certificate[] }
  /** A site where people log in; `claim` is what it calls the answer. */
  | { kind: 'openid'; client: OpenIdClient; host: string; claim: string };

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const CERTIFICATE_FILE = /\.(?:pem|crt|cer)$/i;

/** The certificates in a PEM file, or in all PEM files of a folder. */
export function loadAgeIssuers(path: string): X509Certificate[] {
  try {
    const files = statSync(path).isDirectory()
      ? readdirSync(path)
          .filter((name) => CERTIFICATE_FILE.test(name))
          .map((name) => join(path, name))
      : [path];
    const texts = files.flatMap((file) => readFileSync(file, 'utf8').match(CERTIFICATE) ?? []);
    if (texts.length === 0) throw new Error('there is no certificate in the PEM format');
    return texts.map((text) => new X509Certificate(text));
  } catch (error) {
    throw new StartError(
      `AGE_ISSUERS ${path} cannot be used: ${reasonOf(error)}; it takes a file or a folder with certificates in the PEM format`,
      { cause: error },
    );
  }
}
