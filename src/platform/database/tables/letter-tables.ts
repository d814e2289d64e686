import '../../server-only.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Id, MadeNow } from './column-types.ts';

export interface OutboxMailsTable {
  id: Id;
  message_key: Generated<string>;
  kind: string;
  address: string | null;
  address_key: GeneratedAlways<string | null>;
  subject: string | null;
  text_part: string | null;
  html_part: string | null;
  unsubscribe_url: string | null;
  created_at: MadeNow;
  send_at: Date;
  try_at: Date;
  tries: Generated<number>;
  problem: string | null;
  sent_at: Date | null;
  parked_at: Date | null;
  dropped_at: Date | null;
}

export interface ForgottenMailDropsTable {
  kind: string;
  mails: number;
}

export interface StrangerQuotaTable {
  bucket: string;
  hour: Date;
  taken: number;
  queued: Generated<number>;
  refused: Generated<number>;
}

export interface NewsletterSubscribersTable {
  id: Id;
  email: string;
  email_key: GeneratedAlways<string>;
  new_stories: boolean;
  featured_authors: boolean;
  weekly_updates: boolean;
  token_hash: Buffer;
  confirmed_at: MadeNow;
}

export interface NewsletterLinksTable {
  hash: Buffer;
  purpose: 'confirm' | 'unsubscribe' | 'preferences';
  email: string;
  email_key: GeneratedAlways<string>;
  new_stories: boolean;
  featured_authors: boolean;
  weekly_updates: boolean;
  expires_at: Date;
}

export interface NewsletterIssuesTable {
  id: Id;
  week: string;
  since: Date;
  until: Date;
  new_story_count: number;
  is_best_new: boolean;
  worked_at: MadeNow;
  finished_at: Date | null;
}

export interface NewsletterIssueStoriesTable {
  issue_id: number;
  section: 'new' | 'featured' | 'best';
  position: number;
  story_id: number;
}

export interface NewsletterDeliveriesTable {
  issue_id: number;
  subscriber_id: number;
  posted_at: MadeNow;
}

export interface TakedownRequestsTable {
  id: Id;
  request_type: 'dmca' | 'copyright' | 'trademark' | 'other';
  requester_name: string;
  requester_email: string;
  requester_title: string;
  content_url: string;
  content_description: string;
  reason: string;
  owner_info: string;
  address: string;
  additional_info: string;
  declaration_version: string;
  declaration_text: string;
  story_id: number | null;
  story_title: string | null;
  story_author: string | null;
  received_at: MadeNow;
  waiting_since: Date | null;
  fingerprint: Buffer;
}

export interface TakedownStepsTable {
  id: Id;
  request_id: number;
  step: 'received' | 'removed' | 'rejected' | 'counter-notice' | 'put-back';
  account_id: number | null;
  username: string | null;
  note: string;
  happened_at: MadeNow;
  put_back_from: string | null;
  put_back_until: string | null;
}
