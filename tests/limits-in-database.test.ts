import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { MAX_EMAIL_CHARACTERS } from '#base/email-schema.ts';
import { MAX_REMEMBERED_CHARACTERS } from '#base/paragraphs.ts';
import {
  MAX_BIO_CHARACTERS,
  MAX_DISPLAY_NAME_CHARACTERS,
} from '#features/accounts/contract/profile-details.ts';
import { MAX_USERNAME_CHARACTERS, MIN_USERNAME_CHARACTERS } from '#features/accounts/rules/accounts.ts';
import { MAX_ANNOUNCEMENT_CHARACTERS } from '#features/announcements/contract.ts';
import { MAX_ADDRESS_CHARACTERS } from '#features/archives/rules/old-addresses.ts';
import { MAX_CHAPTER_TITLE_CHARACTERS, MAX_VOLUME_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import { MAX_COMMENT_CHARACTERS } from '#features/comments/contract/comments.ts';
import { MAX_CORRECTION_CHARACTERS } from '#features/corrections/contract.ts';
import { MAX_DRAFT_CHARACTERS } from '#features/drafts/contract.ts';
import {
  MAX_SAVED_FILTER_NAME_CHARACTERS,
  MAX_SAVED_FILTERS_CHARACTERS,
} from '#features/filters/rules/saved-filters.ts';
import { MAX_FOLLOWED_QUERY_CHARACTERS } from '#features/follows/contract/follows.ts';
import { MAX_FILE_NAME_CHARACTERS } from '#features/imports/contract.ts';
import { MAX_INVITATION_CHARACTERS } from '#features/invitations/contract.ts';
import { MAX_LANGUAGE_CHARACTERS } from '#features/labels/contract/language.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';
import { MAX_TERMS_VERSION_CHARACTERS } from '#features/legal/contract/terms.ts';
import {
  MAX_APPEAL_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_QUOTED_PASSAGE_CHARACTERS,
} from '#features/moderation/contract/moderation.ts';
import { MAX_NOTE_TEXT_CHARACTERS } from '#features/notes/contract.ts';
import { MAX_REPORT_REASON_CHARACTERS, MIN_REPORT_REASON_CHARACTERS } from '#features/reports/contract.ts';
import { MAX_PASSKEY_NAME_CHARACTERS } from '#features/second-factors/contract/passkeys.ts';
import { MAX_SERIES_SYNOPSIS_CHARACTERS, MAX_SERIES_TITLE_CHARACTERS } from '#features/series/contract.ts';
import { MAX_SHELF_NOTE_CHARACTERS } from '#features/shelves/contract/marks.ts';
import {
  MAX_SHELF_SYNOPSIS_CHARACTERS,
  MAX_SHELF_TITLE_CHARACTERS,
} from '#features/shelves/contract/shelves.ts';
import { MAX_TEXT_CHARACTERS } from '#features/site-settings/contract.ts';
import { MAX_STAFF_NOTE_CHARACTERS } from '#features/staff-notes/contract.ts';
import {
  MAX_SLUG_CHARACTERS,
  MAX_STORY_TITLE_CHARACTERS,
  MAX_SYNOPSIS_CHARACTERS,
} from '#features/stories/contract/stories.ts';
import { MAX_TAG_NOTE_CHARACTERS } from '#features/tags/contract/proposals.ts';
import { MAX_TAKEDOWN_CHARACTERS } from '#features/takedown/contract.ts';
import { MAX_ORGANISATION_CHARACTERS } from '#features/trusted-flaggers/contract.ts';
import { testDatabase } from './support/test-database.ts';

const { context } = await testDatabase();

const compared = {
  MAX_ANNOUNCEMENT_CHARACTERS,
  MAX_APPEAL_CHARACTERS,
  MAX_BIO_CHARACTERS,
  MAX_CHAPTER_TITLE_CHARACTERS,
  MAX_COMMENT_CHARACTERS,
  MAX_CORRECTION_CHARACTERS,
  MAX_DISPLAY_NAME_CHARACTERS,
  MAX_DRAFT_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  MAX_EMAIL_CHARACTERS,
  MAX_ORGANISATION_CHARACTERS,
  MAX_FILE_NAME_CHARACTERS,
  MAX_FOLLOWED_QUERY_CHARACTERS,
  MAX_INVITATION_CHARACTERS,
  MAX_ADDRESS_CHARACTERS,
  MAX_STAFF_NOTE_CHARACTERS,
  MAX_LANGUAGE_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_NOTE_TEXT_CHARACTERS,
  MAX_PASSKEY_NAME_CHARACTERS,
  MAX_QUOTED_PASSAGE_CHARACTERS,
  MAX_REMEMBERED_CHARACTERS,
  MAX_REPORT_REASON_CHARACTERS,
  MAX_SERIES_SYNOPSIS_CHARACTERS,
  MAX_SERIES_TITLE_CHARACTERS,
  MAX_SHELF_NOTE_CHARACTERS,
  MAX_SHELF_SYNOPSIS_CHARACTERS,
  MAX_SHELF_TITLE_CHARACTERS,
  MAX_SAVED_FILTER_NAME_CHARACTERS,
  MAX_SAVED_FILTERS_CHARACTERS,
  MAX_SLUG_CHARACTERS,
  MAX_STORY_TITLE_CHARACTERS,
  MAX_SYNOPSIS_CHARACTERS,
  MAX_TAG_NAME_CHARACTERS,
  MAX_TAG_NOTE_CHARACTERS,
  MAX_TERMS_VERSION_CHARACTERS,
  MAX_USERNAME_CHARACTERS,
  MAX_VOLUME_CHARACTERS,
};

/** The limit of the contract for each column whose length the database checks. */
const columns: Record<string, keyof typeof compared> = {
  'announcement_revisions.text': 'MAX_ANNOUNCEMENT_CHARACTERS',
  'accounts.bio': 'MAX_BIO_CHARACTERS',
  'accounts.display_name': 'MAX_DISPLAY_NAME_CHARACTERS',
  'accounts.username': 'MAX_USERNAME_CHARACTERS',
  'appeals.words': 'MAX_APPEAL_CHARACTERS',
  'chapter_versions.title': 'MAX_CHAPTER_TITLE_CHARACTERS',
  'chapters.title': 'MAX_CHAPTER_TITLE_CHARACTERS',
  'chapters.volume': 'MAX_VOLUME_CHARACTERS',
  'bulk_actions.note': 'MAX_NOTE_CHARACTERS',
  'comment_paragraphs.text': 'MAX_REMEMBERED_CHARACTERS',
  'comment_sweeps.reason': 'MAX_NOTE_CHARACTERS',
  'comment_versions.content': 'MAX_COMMENT_CHARACTERS',
  'comments.content': 'MAX_COMMENT_CHARACTERS',
  'comments.removal_reason': 'MAX_NOTE_CHARACTERS',
  'corrections.note': 'MAX_CORRECTION_CHARACTERS',
  'corrections.quote': 'MAX_CORRECTION_CHARACTERS',
  'corrections.replacement': 'MAX_CORRECTION_CHARACTERS',
  'credentials.email': 'MAX_EMAIL_CHARACTERS',
  'email_changes.email': 'MAX_EMAIL_CHARACTERS',
  'drafts.fields': 'MAX_DRAFT_CHARACTERS',
  'follows.query': 'MAX_FOLLOWED_QUERY_CHARACTERS',
  'import_files.name': 'MAX_FILE_NAME_CHARACTERS',
  'google_attempts.invitation': 'MAX_INVITATION_CHARACTERS',
  'moderation_entries.note': 'MAX_NOTE_CHARACTERS',
  'moderation_entries.tag_name': 'MAX_TAG_NAME_CHARACTERS',
  'moderation_entries.tag_target': 'MAX_TAG_NAME_CHARACTERS',
  'moderation_entries.passage': 'MAX_QUOTED_PASSAGE_CHARACTERS',
  'network_bans.reason': 'MAX_NOTE_CHARACTERS',
  'newsletter_links.email': 'MAX_EMAIL_CHARACTERS',
  'newsletter_subscribers.email': 'MAX_EMAIL_CHARACTERS',
  'notes.content': 'MAX_NOTE_TEXT_CHARACTERS',
  'old_addresses.address': 'MAX_ADDRESS_CHARACTERS',
  'outbox_mails.address': 'MAX_EMAIL_CHARACTERS',
  'passkeys.name': 'MAX_PASSKEY_NAME_CHARACTERS',
  'pen_names.bio': 'MAX_BIO_CHARACTERS',
  'pen_names.display_name': 'MAX_DISPLAY_NAME_CHARACTERS',
  'pen_names.username': 'MAX_USERNAME_CHARACTERS',
  'trusted_flaggers.address': 'MAX_EMAIL_CHARACTERS',
  'trusted_flaggers.organisation': 'MAX_ORGANISATION_CHARACTERS',
  'reports.reason': 'MAX_REPORT_REASON_CHARACTERS',
  'saved_filters.name': 'MAX_SAVED_FILTER_NAME_CHARACTERS',
  'saved_filters.query': 'MAX_SAVED_FILTERS_CHARACTERS',
  'series.slug': 'MAX_SLUG_CHARACTERS',
  'series.synopsis': 'MAX_SERIES_SYNOPSIS_CHARACTERS',
  'series.title': 'MAX_SERIES_TITLE_CHARACTERS',
  'setting_changes.value': 'MAX_TEXT_CHARACTERS',
  'terms_acceptances.version': 'MAX_TERMS_VERSION_CHARACTERS',
  'shelf_marks.note': 'MAX_SHELF_NOTE_CHARACTERS',
  'shelf_stories.note': 'MAX_SHELF_NOTE_CHARACTERS',
  'shelves.slug': 'MAX_SLUG_CHARACTERS',
  'shelves.synopsis': 'MAX_SHELF_SYNOPSIS_CHARACTERS',
  'shelves.title': 'MAX_SHELF_TITLE_CHARACTERS',
  'staff_notes.body': 'MAX_STAFF_NOTE_CHARACTERS',
  'stories.language': 'MAX_LANGUAGE_CHARACTERS',
  'stories.synopsis': 'MAX_SYNOPSIS_CHARACTERS',
  'stories.title': 'MAX_STORY_TITLE_CHARACTERS',
  'tag_proposals.note': 'MAX_TAG_NOTE_CHARACTERS',
  'tags.name': 'MAX_TAG_NAME_CHARACTERS',
  'takedown_requests.requester_email': 'MAX_EMAIL_CHARACTERS',
};

const limits: Record<string, number> = {
  ...Object.fromEntries(Object.entries(columns).map(([column, name]) => [column, compared[name]])),
  ...Object.fromEntries(
    Object.entries(MAX_TAKEDOWN_CHARACTERS).map(([name, limit]) => [`takedown_requests.${name}`, limit]),
  ),
};

const minimums: Record<string, number> = {
  'accounts.username': MIN_USERNAME_CHARACTERS,
  'pen_names.username': MIN_USERNAME_CHARACTERS,
  'reports.reason': MIN_REPORT_REASON_CHARACTERS,
};

/**
 * Texts that the server composes, so no limit of a contract applies: a counter-notice of several fields, and the short
 * names of a session's device and network, and codes. A browser makes the id of a passkey, of 1,023 bytes at most.
 */
const composed = {
  'passkeys.credential_id': 1400,
  'takedown_steps.note': 10_000,
  'invitations.code': 40,
  'account_activity.kind': 40,
  'account_activity.device': 60,
  'account_activity.network': 40,
  'sessions.device': 60,
  'sessions.network': 40,
};

/** Limits on texts that are in no column, that are stored in another form, or that imports may exceed. */
const unchecked = [
  'MAX_CHAPTER_CHARACTERS',
  'MAX_CHAPTER_NOTE_CHARACTERS',
  'MAX_FILTERED_WORD_CHARACTERS',
  'MAX_REMOVAL_REASON_CHARACTERS',
  'MAX_REPORTED_ADDRESS_CHARACTERS',
  'MAX_SEARCH_QUERY_CHARACTERS',
  'MAX_SITE_NAME_CHARACTERS',
];

async function checkedLengths() {
  const { rows } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace`.execute(context.db);
  const [most, least]: Record<string, number>[] = [{}, {}];
  for (const { table, definition } of rows) {
    const compared = definition.matchAll(/\b(?:char|octet)_length\((\w+)\) (<=|>=) (\d+)/g);
    for (const [, column, sign, length] of compared)
      Object.assign((sign === '<=' ? most : least) ?? {}, { [`${table}.${column}`]: Number(length) });
    const [, column, from, to] = /\((\w+) ~ '\^\[[^\]]+\]\{(\d+),(\d+)\}\$'/.exec(definition) ?? [];
    if (column === undefined) continue;
    Object.assign(least ?? {}, { [`${table}.${column}`]: Number(from) });
    Object.assign(most ?? {}, { [`${table}.${column}`]: Number(to) });
  }
  return { most, least };
}

test('a text that the contract accepts fits its column', async () => {
  const { most, least } = await checkedLengths();
  assert.deepEqual(most, { ...limits, ...composed });
  for (const [column, minimum] of Object.entries(minimums)) assert.equal(least?.[column], minimum, column);
});

test('each limit of the contracts is compared with the database or listed as unchecked', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync(['src/features/*/contract.ts', 'src/features/*/contract/*.ts'], { cwd: root });
  const names = new Set<string>();
  for (const file of files.filter((name) => !name.endsWith('.test.ts'))) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(root, file)).href);
    for (const [name, value] of Object.entries(module))
      if (/^MAX_\w+_CHARACTERS$/.test(name) && typeof value === 'number') {
        names.add(name);
        assert.ok(
          unchecked.includes(name) || Object.values<string>(columns).includes(name),
          `${name} of ${file} is compared with nothing`,
        );
      }
  }
  assert.ok(names.size >= 12, [...names].join(', '));
  for (const name of unchecked) assert.ok(names.has(name), name);
});
