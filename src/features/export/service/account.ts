import { type PassThrough, Readable } from 'node:stream';
import type { Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { ZipFile } from 'yazl';
import { type Outcome, success } from '#base/failure.ts';
import { siteFileName } from '#base/site-file-name.ts';
import { readOwnProfile } from '#features/accounts/service/profile.ts';
import { activityToExport, recordActivity } from '#features/activity/service.ts';
import { cleanStoredText } from '#features/chapters/service/cleaning.ts';
import { commentsToExport } from '#features/comments/service/export.ts';
import { correctionsByAccount, correctionsForStory } from '#features/corrections/service.ts';
import { listOwnDrafts, readOwnDraft } from '#features/drafts/service.ts';
import { savedFiltersOf } from '#features/filters/service/saved-filters.ts';
import { followsToExport } from '#features/follows/service/follows.ts';
import { hiddenItemsToExport } from '#features/hidden/service.ts';
import { historyToExport } from '#features/history/service.ts';
import { inboxToExport } from '#features/inbox/service/export.ts';
import { invitationsToExport } from '#features/invitations/service/invitations.ts';
import { acceptancesToExport } from '#features/legal/service/terms.ts';
import { statementsAbout } from '#features/moderation/service/statements.ts';
import { notesToExport } from '#features/notes/service.ts';
import { penNamesToExport } from '#features/pen-names/service.ts';
import { pushBrowsersToExport } from '#features/push/service/browsers.ts';
import { seriesToExport } from '#features/series/service.ts';
import { marksToExport } from '#features/shelves/service/marks.ts';
import { shelvesToExport } from '#features/shelves/service/shelves.ts';
import { readStatistics } from '#features/statistics/service.ts';
import { proposalsToExport } from '#features/tags/service/proposals.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { FileDownload } from '#platform/http/implemented-call.ts';
import { refusedBecause, type ThrottleRule } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import { EXPORT_FORMATS, type exportData, exportMessages } from '../contract.ts';
import { archiveReadme } from '../rules.ts';
import {
  appealsToExport,
  bookmarksToExport,
  decisionsToExport,
  knownDevicesToExport,
  newsletterToExport,
  publicationsToExport,
  reportsToExport,
  sessionsToExport,
  signInToExport,
  votesToExport,
} from '../store/account.ts';
import {
  chaptersToExport,
  contentToExport,
  type ExportedChapter,
  type ExportedStory,
  storiesToExport,
  versionsToExport,
  versionToExport,
} from '../store/stories.ts';
import { EXTENSIONS, streamOf } from './story.ts';

const exportLimit: ThrottleRule = {
  name: 'export',
  free: 5,
  rememberedSeconds: 60 * 60,
  firstWaitSeconds: 60,
  maxWaitSeconds: 60 * 60,
};

/**
 * All data of an account as one ZIP. Its file names consist of ids alone, so that no title can cause a path traversal.
 * Texts are fetched one by one while the file is streamed: an author's whole work need not fit into memory.
 */
export async function exportAccount(
  context: Context,
  _input: unknown,
  caller: CallerOf<typeof exportData>,
): Promise<Outcome<FileDownload>> {
  const tooMany = await context.throttle.attempt(exportLimit, `account ${caller.account.id}`);
  if (tooMany !== undefined) return refusedBecause(tooMany, exportMessages.tooMany);
  const profile = await readOwnProfile(context, {}, caller);
  if (!profile.ok) return profile;
  const zip = new ZipFile();
  const { db } = context;
  const { id } = caller.account;
  const stories = (await storiesToExport(db, id)).map((story) => ({ ...story, folder: folderOf(story) }));
  zip.addBuffer(Buffer.from(archiveReadme(stories)), 'README.txt');
  zip.addBuffer(asJson({ ...profile.data, sign_in: await signInToExport(db, id) }), 'account.json');
  zip.addBuffer(asJson(await penNamesToExport(db, id)), 'pen-names.json');
  zip.addBuffer(asJson(await acceptancesToExport(db, id)), 'terms.json');
  zip.addBuffer(asJson(await sessionsToExport(db, id)), 'sessions.json');
  zip.addBuffer(asJson(await knownDevicesToExport(db, id)), 'devices.json');
  await recordActivity(db, id, { kind: 'data-exported' });
  zip.addBuffer(asJson(await activityToExport(db, id)), 'activity.json');
  zip.addBuffer(asJson(await pushBrowsersToExport(db, id)), 'notifications.json');
  zip.addBuffer(asJson(await votesToExport(db, id)), 'votes.json');
  zip.addBuffer(asJson(await bookmarksToExport(db, id)), 'bookmarks.json');
  const [shelves, marks] = await Promise.all([shelvesToExport(db, id), marksToExport(db, id)]);
  zip.addBuffer(asJson({ shelves, marks }), 'shelves.json');
  zip.addBuffer(asJson(await historyToExport(db, id)), 'history.json');
  zip.addBuffer(asJson(await reportsToExport(db, id)), 'reports.json');
  zip.addBuffer(asJson(await publicationsToExport(db, id)), 'publications.json');
  zip.addBuffer(asJson(await seriesToExport(db, id)), 'series.json');
  zip.addBuffer(asJson(await hiddenItemsToExport(db, id)), 'hidden.json');
  zip.addBuffer(asJson(await savedFiltersOf(db, id)), 'filters.json');
  zip.addBuffer(asJson(await followsToExport(db, id)), 'follows.json');
  zip.addBuffer(asJson(await decisionsWithStatements(db, id)), 'decisions.json');
  zip.addBuffer(asJson(await appealsToExport(db, id)), 'appeals.json');
  zip.addBuffer(asJson(await newsletterToExport(db, id)), 'newsletter.json');
  zip.addBuffer(asJson(await commentsToExport(db, id)), 'comments.json');
  zip.addBuffer(asJson(await notesToExport(db, id)), 'notes.json');
  zip.addBuffer(asJson(await correctionsByAccount(db, id)), 'corrections.json');
  zip.addBuffer(asJson(await invitationsToExport(db, id)), 'invitations.json');
  zip.addBuffer(asJson(await inboxToExport(db, id)), 'inbox.json');
  zip.addBuffer(asJson(await proposalsToExport(db, id)), 'tag-proposals.json');
  await addDrafts(zip, context, caller);
  for (const { folder, ...story } of stories) {
    await addStory(zip, context, story, folder, await chaptersToExport(db, story.id));
    if (story.trashed_at === null)
      zip.addBuffer(asJson(await readStatistics(db, story.id, { unit: 'day' })), `${folder}/statistics.json`);
    const corrections = await correctionsForStory(db, story.id);
    if (corrections.length > 0) zip.addBuffer(asJson(corrections), `${folder}/corrections.json`);
    const trashed = await chaptersToExport(db, story.id, { inTrash: true });
    if (trashed.length > 0) await addStory(zip, context, story, `trash/chapters/${story.id}`, trashed);
  }
  zip.end();
  const stream = zip.outputStream as PassThrough;
  // An error cuts the stream off instead of ending it: half a file must not look like a whole one.
  zip.on('error', (error: Error) => stream.destroy(error));
  return success({ name: siteFileName('export.zip'), stream });
}

function folderOf({ id, trashed_at }: ExportedStory): string {
  return `${trashed_at === null ? '' : 'trash/'}stories/${id}`;
}

async function decisionsWithStatements(db: Context['db'], accountId: number) {
  const statements = await statementsAbout(db, accountId);
  const decisions = await decisionsToExport(db, accountId);
  return decisions.map((decision) => ({ ...decision, statement: statements.get(decision.id) ?? null }));
}

/** Adds a story with these of its chapters and their versions. */
async function addStory(
  zip: ZipFile,
  context: Context,
  story: ExportedStory,
  folder: string,
  chapters: readonly ExportedChapter[],
): Promise<void> {
  const { db } = context;
  const versions = Map.groupBy(await versionsToExport(db, story.id), (version) => version.chapter_id);
  for (const format of EXPORT_FORMATS)
    addLazily(zip, `${folder}/story.${EXTENSIONS[format]}`, () => streamOf(context, format, story, chapters));
  for (const [index, chapter] of chapters.entries()) {
    const file = `${folder}/${String(index + 1).padStart(2, '0')}-${chapter.id}`;
    addTextLazily(zip, `${file}.html`, async () =>
      chapterDocument(chapter.title, await contentToExport(db, chapter.id)),
    );
    for (const { id, title } of versions.get(chapter.id) ?? [])
      addTextLazily(zip, `${file}-versions/${id}.html`, async () =>
        chapterDocument(title, await versionText(context, id)),
      );
  }
}

/** The text of a version; '' when it was pushed out during the export. */
async function versionText(context: Context, versionId: number): Promise<string> {
  const stored = await versionToExport(context.db, versionId);
  const cleaned = stored === undefined ? undefined : await cleanStoredText(context, stored);
  return cleaned?.ok ? cleaned.data.content : '';
}

async function addDrafts(zip: ZipFile, context: Context, caller: CallerOf<typeof exportData>): Promise<void> {
  const drafts = await listOwnDrafts(context, {}, caller);
  if (!drafts.ok) return;
  for (const { place } of drafts.data.drafts)
    addTextLazily(zip, `drafts/${place}.json`, async () => {
      const draft = await readOwnDraft(context, { place }, caller);
      // A draft can be saved or discarded during the export.
      return draft.ok ? asJson(draft.data).toString() : '';
    });
}

/** Creates a file only when the ZIP reaches it, so that one text at a time is in memory. */
function addLazily(zip: ZipFile, path: string, open: () => Readable): void {
  zip.addReadStreamLazy(path, {}, (callback) => callback(null, open()));
}

function addTextLazily(zip: ZipFile, path: string, createText: () => Promise<string>): void {
  addLazily(zip, path, () =>
    Readable.from(
      (async function* () {
        yield await createText();
      })(),
    ),
  );
}

function asJson(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

function chapterDocument(title: string, content: string): string {
  const text = { type: 'text' as const, value: title };
  const element = (tagName: string, children: unknown[], properties = {}) => ({
    type: 'element' as const,
    tagName,
    properties,
    children,
  });
  const root = {
    type: 'root',
    children: [
      { type: 'doctype' },
      element(
        'html',
        [
          element('head', [element('meta', [], { charSet: 'utf-8' }), element('title', [text])]),
          // Stored content is sanitised already.
          element('body', [element('h1', [text]), { type: 'raw', value: content }]),
        ],
        { lang: 'en' },
      ),
    ],
  };
  return toHtml(root as Root, { allowDangerousHtml: true });
}
