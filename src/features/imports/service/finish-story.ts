import { countWords } from '#base/count-words.ts';
import { fits, normalizeLine, normalizeLines } from '#base/plain-text.ts';
import { excerpt, plural } from '#base/text.ts';
import { MAX_CHAPTER_NOTE_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';
import { tagKey, tagName } from '#features/labels/rules/tag-key.ts';
import { MAX_SYNOPSIS_CHARACTERS } from '#features/stories/contract/stories.ts';
import { MAX_TAGS_PER_STORY } from '#features/tags/contract/tags.ts';
import { isTooLongTag } from '#features/tags/rules.ts';
import { UnreadableFile } from '#platform/documents/unreadable-file.ts';
import { cleanHtml } from '#platform/html/html-cleaner.ts';
import { fittingChapterTitle, fittingStoryTitle } from '../rules/divide-long.ts';
import type { ImportedChapter, ImportedStory, Section } from '../rules/imported-story.ts';

/** Brings a story into the form in which it can be stored, and says what had to give way. */
export function finishStory(story: ImportedStory): ImportedStory {
  const finished = story.chapters.map(finishChapter);
  const chapters = finished.filter(hasText);
  if (chapters.length === 0) throw new UnreadableFile('There is no text in the file.');
  const warnings = [...story.warnings];
  for (const [index, chapter] of story.chapters.entries()) {
    const made = finished[index];
    if (made !== undefined && hasText(made) && !hasText(chapter))
      warnings.push(`“${made.title}” had notes and no text, so its notes became the text.`);
  }
  const synopsis = normalizeLines(story.synopsis);
  const isCut = !fits(synopsis, MAX_SYNOPSIS_CHARACTERS);
  if (isCut) warnings.push('The synopsis was too long and is cut.');
  const tags = differentTags(story.tags.filter((tag) => !isTooLongTag(tag)));
  const tooLong = story.tags.filter(isTooLongTag).length;
  if (tooLong > 0)
    warnings.push(`Left out: ${plural(tooLong, 'tag')} of more than ${MAX_TAG_NAME_CHARACTERS} characters.`);
  if (tags.length > MAX_TAGS_PER_STORY)
    warnings.push(`A story has up to ${MAX_TAGS_PER_STORY} tags; the others were left out.`);
  const author = normalizeLine(story.author ?? '');
  return {
    ...story,
    title: fittingStoryTitle(story.title) || 'Untitled',
    author: author === '' ? undefined : excerpt(author, 200),
    synopsis: isCut ? excerpt(synopsis, MAX_SYNOPSIS_CHARACTERS) : synopsis,
    tags: tags.slice(0, MAX_TAGS_PER_STORY),
    warnings,
    chapters,
  };
}

function differentTags(typed: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of typed) {
    const name = tagName(tag);
    if (!byKey.has(tagKey(name))) byKey.set(tagKey(name), name);
  }
  byKey.delete('');
  return [...byKey.values()];
}

const hasText = ({ sections }: ImportedChapter) =>
  sections.some(({ html, opening }) => html !== '' || opening !== '');

/** A note that is longer than notes may be becomes a part of the text, and so does one beside which there is no text. */
function finishChapter(chapter: ImportedChapter, index: number): ImportedChapter {
  const before = cleanNote(chapter.noteBefore);
  const after = cleanNote(chapter.noteAfter);
  const isOfNotes = !hasText(chapter);
  const [beforeInText, afterInText] = [before, after].map(
    ({ html, isTooLong }) => isTooLong || (isOfNotes && html !== ''),
  );
  const sections = isOfNotes ? [] : [...chapter.sections];
  if (beforeInText) sections.unshift(noteSection(before));
  if (afterInText) sections.push(noteSection(after));
  return {
    ...chapter,
    title: fittingChapterTitle(chapter.title) || `Chapter ${index + 1}`,
    noteBefore: beforeInText ? '' : before.html,
    noteAfter: afterInText ? '' : after.html,
    sections,
  };
}

function cleanNote(html: string): { html: string; text: string; isTooLong: boolean } {
  const cleaned = cleanHtml(html);
  if (cleaned.isEmpty) return { html: '', text: '', isTooLong: false };
  return { ...cleaned, isTooLong: !fits(cleaned.html, MAX_CHAPTER_NOTE_CHARACTERS) };
}

function noteSection({ html, text }: { html: string; text: string }): Section {
  const label = excerpt(text, 80);
  return { starts: 'length', label, opening: '', html, words: countWords(text), openingWords: 0 };
}
