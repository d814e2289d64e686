import { storiesByIds } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { StoryHit } from '../contract.ts';
import { lexemesOf, partsOf, plainText } from '../rules/snippet.ts';
import { chapterTexts } from '../store/snippets.ts';
import type { Found, FoundStory } from './looking.ts';
import { type MarkedPassage, markerOf, passage } from './marking.ts';

/** The stories of one page, with what was searched for marked in them. */
export async function storyHits(
  connection: Connection,
  found: readonly FoundStory[],
  marks: Found['marks'],
): Promise<StoryHit[]> {
  const stories = await storiesByIds(
    connection,
    found.map((story) => story.id),
  );
  const chapterIds = found.flatMap((story) => story.chapterId ?? []);
  const chapters = await chapterTexts(connection, chapterIds);
  const chapterOf = new Map(chapters.map((chapter) => [chapter.story_id, chapter]));
  const [short, long] = [lexemesOf(marks.title), lexemesOf(marks.text)];
  const hits = stories.map((story) => {
    const chapter = chapterOf.get(story.id);
    return {
      story,
      chapter,
      title: passage(story.title, short),
      author: passage(story.author_username, short),
      tags: story.tags.map((tag) => passage(tag.name, short)),
      synopsis: passage(story.synopsis.replaceAll(/\s+/g, ' ').trim(), long),
      content: passage(plainText(chapter?.content ?? ''), long),
    };
  });
  const marked = await markerOf(
    connection,
    hits.flatMap((hit) => [hit.title, hit.author, ...hit.tags, hit.synopsis, hit.content]),
  );
  return hits.map(({ story, chapter, title, author, tags, synopsis, content }) => ({
    ...story,
    title_parts: partsOf(title.text, marked(title).matches),
    author_parts: partsOf(author.text, marked(author).matches),
    matched_tags: tags.filter((tag) => marked(tag).matches.length > 0).map((tag) => tag.text),
    snippet: snippetOf(marked(synopsis), marked(content), chapter),
  }));
}

/** Of synopsis and chapter the one that has more of the words in one place. */
function snippetOf(
  synopsis: MarkedPassage,
  content: MarkedPassage,
  chapter: { id: number; title: string; order: number } | undefined,
): StoryHit['snippet'] {
  const isInChapter = (content.best?.found ?? 0) > (synopsis.best?.found ?? 0);
  const { text, matches, best } = isInChapter ? content : synopsis;
  if (best === undefined) return null;
  const { id = 0, title = '', order = 0 } = chapter ?? {};
  return { chapter: isInChapter ? { id, title, order } : null, parts: partsOf(text, matches, best) };
}
