import { storiesByIds } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { StoryHit } from '../contract.ts';
import {
  bestExcerpt,
  candidateWords,
  findMatches,
  highlightedParts,
  type Lexeme,
  lexemesOf,
  plainText,
} from '../rules/snippet.ts';
import { stemsOfWords } from '../store/terms.ts';
import { chapterTexts } from '../store/texts.ts';
import type { StoryMatch } from './matches.ts';

/** The stories of one page, with the searched words highlighted in them. */
export async function highlightedStories(
  connection: Connection,
  matches: readonly StoryMatch[],
  queries: { any: string; anyInText: string },
): Promise<StoryHit[]> {
  const stories = await storiesByIds(
    connection,
    matches.map((match) => match.id),
  );
  const chapters = await chapterTexts(
    connection,
    matches.flatMap((match) => match.chapterId ?? []),
  );
  const chapterOf = new Map(chapters.map((chapter) => [chapter.story_id, chapter]));
  const [inTitle, inText] = [lexemesOf(queries.any), lexemesOf(queries.anyInText)];
  const fields = stories.map((story) => {
    const chapter = chapterOf.get(story.id);
    return {
      story,
      chapter,
      title: fieldWithCandidates(story.title, inTitle),
      author: fieldWithCandidates(story.author_username, inTitle),
      tags: story.tags.map((tag) => fieldWithCandidates(tag.name, inTitle)),
      synopsis: fieldWithCandidates(story.synopsis.replaceAll(/\s+/g, ' ').trim(), inText),
      content: fieldWithCandidates(plainText(chapter?.content ?? ''), inText),
    };
  });
  // A single statement stems the words of the whole page.
  const words = fields
    .flatMap(({ title, author, tags, synopsis, content }) => [title, author, ...tags, synopsis, content])
    .flatMap((field) => field.candidates.map((word) => word.text));
  const stems = await stemsOfWords(connection, [...new Set(words)]);
  const highlight = (field: Field) => highlighted(field, (word) => stems.get(word) ?? []);
  return fields.map(({ story, chapter, title, author, tags, synopsis, content }) => ({
    ...story,
    title_parts: highlightedParts(title.text, highlight(title).matches),
    author_parts: highlightedParts(author.text, highlight(author).matches),
    matched_tags: tags.filter((tag) => highlight(tag).matches.length > 0).map((tag) => tag.text),
    snippet: snippetOf(highlight(synopsis), highlight(content), chapter),
  }));
}

/** A text with the words that may be forms of the searched ones. */
interface Field {
  text: string;
  lexemes: readonly Lexeme[];
  candidates: ReturnType<typeof candidateWords>;
}

function fieldWithCandidates(text: string, lexemes: readonly Lexeme[]): Field {
  return { text, lexemes, candidates: candidateWords(text, lexemes) };
}

function highlighted({ text, lexemes, candidates }: Field, stemsOf: (word: string) => readonly string[]) {
  const matches = findMatches(candidates, lexemes, stemsOf);
  return { text, matches, best: bestExcerpt(text, matches) };
}

/** The snippet from the synopsis or the chapter, whichever has more of the words in one place. */
function snippetOf(
  synopsis: ReturnType<typeof highlighted>,
  content: ReturnType<typeof highlighted>,
  chapter: { id: number; title: string; order: number } | undefined,
): StoryHit['snippet'] {
  const isInChapter = (content.best?.wordCount ?? 0) > (synopsis.best?.wordCount ?? 0);
  const { text, matches, best } = isInChapter ? content : synopsis;
  if (best === undefined) return null;
  const { id = 0, title = '', order = 0 } = chapter ?? {};
  return { chapter: isInChapter ? { id, title, order } : null, parts: highlightedParts(text, matches, best) };
}
