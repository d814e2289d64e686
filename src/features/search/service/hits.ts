import { storiesByIds } from '#features/stories/service.ts';
import type { Connection } from '#platform/database.ts';
import type { StoryHit } from '../contract.ts';
import { bestStretch, lexemesOf, matchesAmong, partsOf, plainText, wordsLike } from '../rules/snippet.ts';
import { chapterTexts, stemsOfWords } from '../store/snippets.ts';
import type { Found, FoundStory } from './looking.ts';

/** The stories of one page, with what was searched for marked in them. */
export async function storyHits(
  connection: Connection,
  found: readonly FoundStory[],
  marks: Found['marks'],
): Promise<StoryHit[]> {
  const ids = found.map((story) => story.id);
  const stories = await storiesByIds(connection, ids);
  const inTitle = lexemesOf(marks.title);
  const inText = lexemesOf(marks.text);
  const chapterIds = found.flatMap((story) => story.chapterId ?? []);
  const chapters = new Map(
    (await chapterTexts(connection, chapterIds)).map((chapter) => [
      chapter.id,
      { ...chapter, text: plainText(chapter.content) },
    ]),
  );
  const chapterOf = new Map(found.map((story) => [story.id, chapters.get(story.chapterId ?? 0)]));
  const withWords = (text: string, lexemes = inText) => ({ text, lexemes, words: wordsLike(text, lexemes) });
  const hits = stories.map((story) => ({
    story,
    title: withWords(story.title, inTitle),
    synopsis: withWords(plainLine(story.synopsis)),
    chapter: chapterOf.get(story.id),
    content: withWords(chapterOf.get(story.id)?.text ?? ''),
  }));
  const words = hits
    .flatMap(({ title, synopsis, content }) => [title, synopsis, content])
    .flatMap((one) => one.words);
  const stems = await stemsOfWords(connection, [...new Set(words.map((word) => word.text))]);
  const marked = ({ text, lexemes, words }: ReturnType<typeof withWords>) => {
    const matches = matchesAmong(words, lexemes, (word) => stems.get(word) ?? []);
    return { text, matches, best: bestStretch(text, matches) };
  };
  return hits.map(({ story, title, synopsis, chapter, content }) => ({
    ...story,
    title_parts: partsOf(title.text, marked(title).matches),
    snippet: snippetOf(marked(synopsis), marked(content), chapter),
  }));
}

const plainLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

interface Marked {
  text: string;
  matches: ReturnType<typeof matchesAmong>;
  best: ReturnType<typeof bestStretch>;
}

/** Of synopsis and chapter the one that has more of the words in one place. */
function snippetOf(
  synopsis: Marked,
  content: Marked,
  chapter: { id: number; title: string; order: number } | undefined,
): StoryHit['snippet'] {
  const inChapter = (content.best?.found ?? 0) > (synopsis.best?.found ?? 0);
  const { text, matches, best } = inChapter ? content : synopsis;
  if (best === undefined) return null;
  const { id = 0, title = '', order = 0 } = chapter ?? {};
  return { chapter: inChapter ? { id, title, order } : null, parts: partsOf(text, matches, best) };
}
