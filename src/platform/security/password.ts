import '../server-only.ts';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { limitConcurrency } from '../html/limit-concurrency.ts';

// argon2id with 19 MiB, 2 passes, 1 lane: OWASP Password Storage Cheat Sheet; ASVS 5.0 11.4.2.
const HASH_OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// One hash takes a core for some 20 ms; more at once would only slow all of them and the site.
const runLimited = limitConcurrency({ atOnce: availableParallelism(), waiting: 50 });

/** The hash of a password in PHC string format; undefined when too many wait already. */
export function hashPassword(password: string): Promise<string | undefined> {
  return runLimited(() => hash(password, HASH_OPTIONS));
}

/** Takes the same time with and without a hash, so that timing reveals nothing; undefined when too many wait. */
export function isPassword(password: string, passwordHash: string | null): Promise<boolean | undefined> {
  return runLimited(async () => {
    const isRight = await verify(passwordHash ?? (await placeholderPasswordHash()), password);
    return isRight && passwordHash !== null;
  });
}

let placeholderHash: Promise<string> | undefined;

function placeholderPasswordHash(): Promise<string> {
  placeholderHash ??= hash('nobody has this password', HASH_OPTIONS);
  return placeholderHash;
}

/** Must run at start: the first unknown name would otherwise take twice as long. */
export async function warmUpPasswords(): Promise<void> {
  await placeholderPasswordHash();
}

const LEAKED_PASSWORDS = new Set(dictionary['passwords-common']);

/** Whether a password is one of the 49,000 most frequent in leaks, whatever its case. Nothing is asked of a third party. */
export function isLeakedPassword(password: string): boolean {
  return LEAKED_PASSWORDS.has(password.toLowerCase());
}
