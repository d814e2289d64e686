import { z } from 'zod';
import { STORY_DETAILS } from '#features/stories/contract/stories.ts';
import { bodyOf, parseHtml } from '#platform/documents/markup.ts';
import { readBlocks } from '#platform/documents/text-blocks.ts';
import { UnreadableFile } from '#platform/documents/unreadable-file.ts';
import { htmlToText } from '#platform/html/html-cleaner.ts';
import { divideLong, fittingChapterTitle, fittingStoryTitle } from '../rules/divide-long.ts';
import type { ImportedStory } from '../rules/imported-story.ts';
import { STORY_FORMAT } from '../rules/story-format.ts';
import { toSections } from './sections.ts';
import { withOpeningInText } from './splitting.ts';

const text = z.string().optional().catch(undefined);

/**
 * A story as this site exports it, or a book file of an operator. The names that the export uses come first; details
 * beyond those read here are handed on and checked when the story is stored.
 */
const storyFile = z.looseObject({
  title: z.string(),
  synopsis: text,
  description: text,
  author: text,
  author_username: text,
  tags: z.array(z.string()).optional().catch(undefined),
  subjects: z.array(z.string()).optional().catch(undefined),
  language: text,
  chapters: z
    .array(
      z.looseObject({
        title: z.string(),
        content: z.string().optional(),
        html: z.string().optional(),
        volume: text,
        note_before: text,
        note_after: text,
      }),
    )
    .min(1),
});

/** The details that createImportedStory validates; a file says nothing about who may read it. */
const STORY_KEYS = STORY_DETAILS.filter(
  (name) => name !== 'title' && name !== 'synopsis' && name !== 'visibility',
);
const CHAPTER_KEYS = ['kind', 'warnings', 'state', 'versions'];

export function readStoryJson(source: string): ImportedStory {
  const parsed = storyFile.safeParse(parsedJson(source));
  if (!parsed.success) throw new UnreadableFile('The file is JSON, but no story that this site exported.');
  const story = parsed.data;
  const isOwn = story.format === STORY_FORMAT;
  const { chapters, warnings } = divideLong(
    story.chapters.map((chapter) => ({
      title: fittingChapterTitle(chapter.title),
      volume: chapter.volume ?? null,
      noteBefore: chapter.note_before ?? '',
      noteAfter: chapter.note_after ?? '',
      details: picked(chapter, CHAPTER_KEYS),
      sections: withOpeningInText(toSections(blocksOf(chapter.content ?? chapter.html ?? ''))),
    })),
  );
  return {
    title: fittingStoryTitle(story.title),
    author: story.author ?? story.author_username,
    synopsis: isOwn ? (story.synopsis ?? '') : htmlToText(story.synopsis ?? story.description ?? ''),
    language: story.language,
    tags: story.tags ?? (story.subjects ?? []).flatMap((subject) => subject.split('--')),
    details: picked(story, STORY_KEYS),
    warnings,
    chapters,
  };
}

function blocksOf(html: string) {
  return readBlocks(bodyOf(parseHtml(html)).childNodes, true).blocks;
}

function parsedJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw new UnreadableFile('The file is not valid JSON.');
  }
}

function picked(value: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]])));
}
