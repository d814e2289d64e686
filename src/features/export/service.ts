import { type PassThrough, Readable } from 'node:stream';
import type { Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { ZipFile } from 'yazl';
import { type Outcome, success } from '#base/failure.ts';
import { readOwnProfile } from '#features/accounts/service/profile.ts';
import type { Connection } from '#platform/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { FileDownload } from '#platform/http/implemented-call.ts';
import type { Services } from '#platform/services.ts';
import type { ThrottleRule } from '#platform/throttle.ts';
import {
  bookmarksToExport,
  chaptersToExport,
  contentToExport,
  reportsToExport,
  storiesToExport,
  votesToExport,
} from './store.ts';

const exports: ThrottleRule = {
  name: 'export',
  free: 5,
  rememberedSeconds: 60 * 60,
  firstWaitSeconds: 60,
  longestWaitSeconds: 60 * 60,
};

const README = `Everything that your account holds.

account.json              your account and profile
votes.json                what you voted on, and how
bookmarks.json            what you bookmarked
reports.json              what you reported to the moderators
stories/<id>/story.json   each of your stories, with its tags and figures
stories/<id>/<nn>-<id>.html   its chapters, in their order
`;

/**
 * All data of an account as one ZIP. Names in it are made of ids alone, so that no title can lead a path elsewhere.
 * The texts are fetched one by one while the file is on its way: an author's whole work need not fit into memory.
 */
export async function exportAccount(
  services: Services,
  _input: unknown,
  caller: Caller<SignedIn>,
): Promise<Outcome<FileDownload>> {
  const tooMany = await services.throttle.attempt(exports, `account ${caller.account.id}`);
  if (tooMany !== undefined) return tooMany;
  const profile = await readOwnProfile(services, {}, caller);
  if (!profile.ok) return profile;
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(README), 'README.txt');
  zip.addBuffer(asJson(profile.data), 'account.json');
  zip.addBuffer(asJson(await votesToExport(services.db, caller.account.id)), 'votes.json');
  zip.addBuffer(asJson(await bookmarksToExport(services.db, caller.account.id)), 'bookmarks.json');
  zip.addBuffer(asJson(await reportsToExport(services.db, caller.account.id)), 'reports.json');
  for (const story of await storiesToExport(services.db, caller.account.id)) {
    const folder = `stories/${story.id}`;
    const chapters = await chaptersToExport(services.db, story.id);
    zip.addBuffer(asJson({ ...story, chapters }), `${folder}/story.json`);
    for (const [index, chapter] of chapters.entries()) {
      const place = String(index + 1).padStart(2, '0');
      zip.addReadStreamLazy(`${folder}/${place}-${chapter.id}.html`, {}, (give) => {
        chapterFile(services.db, chapter).then(
          (file) => give(null, Readable.from([file])),
          (error: unknown) => give(error, Readable.from([])),
        );
      });
    }
  }
  zip.end();
  const stream = zip.outputStream as PassThrough;
  // Cut off rather than ended: half a file must not look like a whole one.
  zip.on('error', (error: Error) => stream.destroy(error));
  return success({ name: 'nightstand-export.zip', stream });
}

function asJson(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

async function chapterFile(connection: Connection, chapter: { id: number; title: string }): Promise<Buffer> {
  const content = await contentToExport(connection, chapter.id);
  return Buffer.from(chapterDocument(chapter.title, content));
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
          // The content is clean as it is stored.
          element('body', [element('h1', [text]), { type: 'raw', value: content }]),
        ],
        { lang: 'en' },
      ),
    ],
  };
  return toHtml(root as Root, { allowDangerousHtml: true });
}
