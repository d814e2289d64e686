import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../db/sample-library/stories/', import.meta.url);

/** A long chapter as the editor would send it: about the given number of characters of the sample library’s prose. */
export function longProse(characters: number): string {
  const chapters = readdirSync(folder)
    .sort()
    .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')).chapters)
    .map((chapter: { html: string }, index) => `<h2>Part ${index + 1}</h2>\n${chapter.html}`);
  let prose = '';
  for (const chapter of chapters) {
    if (prose.length + chapter.length > characters) break;
    prose += `${prose === '' ? '' : '\n<hr>\n'}${chapter}`;
  }
  return prose;
}
