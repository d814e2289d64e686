import { createCoverPictures } from '#features/covers/service/cover-pictures.ts';
import { coverOf } from '#features/covers/service/covers.ts';
import { writeEpub } from '#platform/documents/write-epub.ts';

const PARAGRAPH =
  '<p>The lamp was lit at eight, and “nobody” came. <em>She</em> wrote it down: late, &amp; calm.</p>\n';
const PARAGRAPHS_OF_CHAPTER = 200;
const CHAPTERS = 8;

/**
 * Makes a cover and a small book that nobody sees. The first one of a process loads letters and compiles code, which takes as
 * long as the book itself; a reader should not wait for that.
 */
export async function warmUpBooks(): Promise<void> {
  const title = 'A book of no consequence';
  const author = 'Nobody';
  const picture = await createCoverPictures().draw(
    coverOf({ seed: title, title, author, tags: [], chosen: null, position: 1 }),
    320,
  );
  const html = async () => PARAGRAPH.repeat(PARAGRAPHS_OF_CHAPTER);
  const book = writeEpub({
    ...{ identifier: 'urn:uuid:00000000-0000-4000-8000-000000000000', title, author, language: 'en' },
    ...{ synopsis: title, tags: [], warnings: [], modified: new Date(0) },
    cover: picture.ok ? picture.data : undefined,
    chapters: Array.from({ length: CHAPTERS }, (_, at) => ({
      ...{ title: `Chapter ${at + 1}`, volume: null, noteBefore: PARAGRAPH, noteAfter: '', html },
    })),
  });
  for await (const _ of book);
}
