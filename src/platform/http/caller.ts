import '../server-only.ts';
import type { z } from 'zod';
import type { Call, Who } from '#base/contract.ts';
import { type Failure, failure } from '#base/failure.ts';

export const ROLES = ['user', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Whose token came with a request, as the database has it at this moment. */
export interface SignedIn {
  id: number;
  username: string;
  role: Role;
  /** Whether their e-mail address is verified. */
  isVerified: boolean;
  sessionId: number;
  /** What the account is suspended for; it may only read then. */
  suspendedFor?: string | undefined;
}

/** Who makes a call, and from where. Nothing in it may be logged or kept. */
export interface Caller<Account = SignedIn | undefined> {
  account: Account;
  /** The network prefix that limits go by: IPv4 /24, IPv6 /64. */
  network: string;
  userAgent: string;
  /** The solution of a challenge, as it came (proof-of-work.ts). */
  proof?: string;
  cookies: Readonly<Record<string, string | undefined>>;
}

/** The caller as the handler of a call meets them: where one must be signed in, they are. */
export type CallerOf<C> =
  C extends Call<z.ZodType, z.ZodType, infer W>
    ? Caller<[W] extends ['anyone'] ? undefined : [W] extends [Mandatory] ? SignedIn : SignedIn | undefined>
    : never;

type Mandatory = Exclude<Who, 'anyone' | 'anyone-known'>;

/** Whoever a page is rendered for. */
export const anonymous: Caller<undefined> = { account: undefined, network: '', userAgent: '', cookies: {} };

/** Finds out whose token it is. */
export type Authenticate = (token: string) => Promise<SignedIn | 'expired' | undefined>;

/** What keeps a suspended account from making a call, if anything. */
export function suspension({ suspendedFor }: SignedIn, call: Call): Failure | undefined {
  const isFree = call.method === 'GET' || call.evenSuspended || call.who === 'anyone-known';
  if (suspendedFor === undefined || isFree) return undefined;
  return failure(
    'suspended',
    `Your account is suspended: ${suspendedFor}. You can still read, export your texts and appeal.`,
  );
}

/** Whether a role suffices for a call. */
export function suffices(role: Role, who: Who): boolean {
  if (who === 'admin') return role === 'admin';
  return who === 'moderator' ? role !== 'user' : true;
}
