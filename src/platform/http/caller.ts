import '../server-only.ts';
import type { z } from 'zod';
import { type Access, type Call, mayWrite } from '#base/contract.ts';
import { type Failure, failure } from '#base/failure.ts';

export const ROLES = ['user', 'moderator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The account that a request's token belongs to, as the database has it at this moment. */
export interface SignedIn {
  id: number;
  username: string;
  role: Role;
  /** Whether the account's email address is verified. */
  isVerified: boolean;
  sessionId: number;
  /** Whether the owner has proven their identity in this session within the last minutes; undefined: no. */
  isFresh?: boolean;
  /** Whether this is a moderator or admin without a second factor; undefined: no. */
  isStaffWithoutFactor?: boolean;
  /** The reason for the account's suspension; a suspended account may only read. */
  suspendedFor?: string | undefined;
}

/**
 * The account and network that make a call. Nothing in it may be logged or stored, but for the coarse labels of a
 * session (accounts/rules/device-label.ts).
 */
export interface Caller<Account = SignedIn | undefined> {
  account: Account;
  /** The network prefix that limits count by: IPv4 /24, IPv6 /64. */
  network: string;
  userAgent: string;
  /** The refusal to create an account, if the network is banned from it. */
  signUpRefusal?: Failure | undefined;
  /** The solution of a challenge, as it came (proof-of-work.ts). */
  proof?: string;
  cookies: Readonly<Record<string, string | undefined>>;
}

/** The caller as a call's handler receives them: `account` is never undefined when the call requires signing in. */
export type CallerOf<C> =
  C extends Call<z.ZodType, z.ZodType, infer W>
    ? Caller<
        [W] extends ['anyone'] ? undefined : [W] extends [SignedInAccess] ? SignedIn : SignedIn | undefined
      >
    : never;

type SignedInAccess = Exclude<Access, 'anyone' | 'optional-auth'>;

/** The caller for which pages are rendered. */
export const anonymous: Caller<undefined> = { account: undefined, network: '', userAgent: '', cookies: {} };

/** Finds the account that a token belongs to. */
export type Authenticate = (token: string) => Promise<SignedIn | 'expired' | undefined>;

/** The refusal of a call by a suspended account, if it is refused. */
export function refuseSuspended(
  { suspendedFor }: SignedIn,
  call: Pick<Call, 'access' | 'method' | 'allowSuspended'>,
): Failure | undefined {
  const isAllowed = call.method === 'GET' || call.allowSuspended || call.access === 'optional-auth';
  if (suspendedFor === undefined || isAllowed) return undefined;
  return failure(
    'suspended',
    `Your account is suspended: ${suspendedFor}. You can still read, export your texts and appeal.`,
  );
}

/**
 * Whether a network banned from writing may not make a call. Its members may still log in, read, export and appeal, like
 * those of a suspended account, and anybody may complain.
 */
export function isRefusedToBanned(
  call: Pick<Call, 'access' | 'method' | 'getWrites' | 'allowSuspended'>,
): boolean {
  return mayWrite(call) && call.access !== 'anyone' && !call.allowSuspended;
}

export function freshSignInNeeded(): Failure {
  return failure('fresh-sign-in-needed', 'Please confirm first that it is you.');
}

/** The refusal of a call of the staff to one of them who has no second factor, on a site that requires it. */
export function refuseWithoutFactor(
  { isStaffWithoutFactor }: SignedIn,
  { access }: Pick<Call, 'access'>,
): Failure | undefined {
  const isForStaff = access === 'moderator' || access === 'admin';
  if (!isForStaff || !isStaffWithoutFactor) return undefined;
  return failure(
    'second-factor-needed',
    'Moderating here needs a second factor. Set one up in the settings of your profile first.',
  );
}

/** The refusal of a sensitive call in a session that somebody may have left open. */
export function refuseStale(
  { isFresh }: SignedIn,
  { needsFreshSignIn }: Pick<Call, 'needsFreshSignIn'>,
): Failure | undefined {
  return needsFreshSignIn && !isFresh ? freshSignInNeeded() : undefined;
}

/** Whether a role suffices for a call. */
export function hasAccess(role: Role, access: Access): boolean {
  if (access === 'admin') return role === 'admin';
  return access === 'moderator' ? role !== 'user' : true;
}
