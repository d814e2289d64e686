import assert from 'node:assert/strict';
import { chapterHtml } from '#features/imports/rules/imported-story.ts';
import { readImportFile } from '#features/imports/service/reading.ts';

/** The paragraphs of a file to import that holds one chapter, as HTML. */
export async function importedParagraphs(name: string, content: string | Buffer): Promise<string[]> {
  const { stories, problems } = await readImportFile(name, Buffer.from(content));
  assert.deepEqual(problems, []);
  const [story] = stories;
  assert.equal(story?.chapters.length, 1);
  return story.chapters.flatMap(({ sections }) => chapterHtml(sections).split('\n'));
}
