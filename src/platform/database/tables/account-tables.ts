import '../../server-only.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Id, MadeNow } from './column-types.ts';

export interface AccountsTable {
  id: Id;
  username: string;
  username_key: GeneratedAlways<string>;
  display_name: Generated<string>;
  bio: Generated<string>;
  profile_picture_url: string | null;
  created_at: MadeNow;
  role: Generated<'user' | 'moderator' | 'admin'>;
  username_chosen_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  suspended_at: Date | null;
  suspended_for: string | null;
  withheld_at: Date | null;
  profile_public_at: Date | null;
}

export interface CredentialsTable {
  account_id: number;
  email: string | null;
  email_key: GeneratedAlways<string | null>;
  email_verified_at: Date | null;
  password_hash: string | null;
  password_changed_at: MadeNow;
}

export interface GoogleIdentitiesTable {
  issuer: string;
  subject: string;
  account_id: number;
  linked_at: MadeNow;
}

export interface GoogleAttemptsTable {
  token_hash: Buffer;
  state: string;
  nonce: string;
  code_verifier: string;
  account_id: number | null;
  created_at: MadeNow;
}

export interface SessionsTable {
  id: Id;
  account_id: number;
  created_at: MadeNow;
  expires_at: Date;
}

export interface AccessTokensTable {
  hash: Buffer;
  session_id: number;
  expires_at: Date;
}

export interface RefreshTokensTable {
  hash: Buffer;
  session_id: number;
  created_at: MadeNow;
  replaced_at: Date | null;
  successor_salt: Buffer | null;
}

export interface MailTokensTable {
  hash: Buffer;
  account_id: number;
  purpose: 'verify' | 'reset' | 'delete' | 'login';
  email: string;
  expires_at: Date;
  used_at: Date | null;
}

export interface KnownDevicesTable {
  hash: Buffer;
  account_id: number;
  seen_at: MadeNow;
}

export interface ThrottleCountersTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

export interface KeyedRequestsTable {
  hash: Buffer;
  account_id: number | null;
  fingerprint: Buffer;
  answer: string | null;
  begun_at: MadeNow;
}
