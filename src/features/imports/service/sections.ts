import { countWords } from '#base/count-words.ts';
import { fits } from '#base/plain-text.ts';
import { characterCount, escapeHtml, excerpt } from '#base/text.ts';
import { MAX_CHAPTER_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import type { Footnote } from '#platform/documents/footnotes.ts';
import type { TextBlock } from '#platform/documents/text-blocks.ts';
import type { Section } from '../rules/imported-story.ts';

const LABEL_CHARACTERS = 80;
/** A section leaves room for its opening, so that each fits into a chapter by itself. */
const MAX_SECTION_CHARACTERS = MAX_CHAPTER_CHARACTERS - 5_000;

/** A section with the footnotes of its text, which belong to the end of its chapter. */
export type SectionWithNotes = Section & { notes?: Footnote[] };

/** Moves the footnotes of a chapter to its end, after a scene break. */
export function withNotesAtEnd<Chapter extends { sections: SectionWithNotes[] }>(chapter: Chapter): Chapter {
  // A note to which several places refer is there once.
  const notes = [...new Set(chapter.sections.flatMap((section) => section.notes ?? []))];
  const sections = chapter.sections.map(({ notes: _, ...section }) => section);
  if (notes.length === 0) return { ...chapter, sections };
  const blocks = notes.map((note) => ({ kind: 'text' as const, ...note }));
  return {
    ...chapter,
    sections: [...sections, ...toSections([{ kind: 'scene-break', text: '', html: '<hr>' }, ...blocks])],
  };
}

/** Divides blocks into sections at every heading, page break and scene break. Every word is in one of them. */
export function toSections(blocks: readonly TextBlock[]): SectionWithNotes[] {
  const sections: SectionWithNotes[] = [];
  let current: SectionWithNotes | undefined;
  let size = 0;
  const begin = (section: Pick<Section, 'starts' | 'label' | 'opening' | 'level' | 'isDraft'>) => {
    const openingWords = section.starts === 'heading' ? countWords(section.label) : 0;
    current = { ...section, html: '', words: 0, openingWords };
    size = 0;
    sections.push(current);
  };
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const { level, text, isDraft } = block;
      const heading = { level, ...(isDraft ? { isDraft } : {}) };
      begin({ starts: 'heading', ...heading, label: text, opening: openingOf(block) });
    } else if (block.kind === 'page-break') begin({ starts: 'page', label: '', opening: '' });
    else if (block.kind === 'scene-break') {
      // A break before the first word of a chapter separates nothing, but stays in the text.
      begin({ starts: 'scene', label: '', opening: block.html });
    } else {
      for (const part of divided(block)) {
        const characters = characterCount(part.html);
        if (current === undefined) begin({ starts: 'page', label: '', opening: '' });
        else if (
          size + characters > MAX_SECTION_CHARACTERS &&
          (current.html !== '' || current.opening !== '')
        )
          begin({ starts: 'length', label: '', opening: '' });
        const section = current as Section;
        section.html += `${section.html === '' ? '' : '\n'}${part.html}`;
        section.words += countWords(part.text);
        if (section.label === '') section.label = excerpt(part.text, LABEL_CHARACTERS);
        size += characters + 1;
      }
    }
    if ('notes' in block && block.notes !== undefined && current !== undefined)
      current.notes = [...(current.notes ?? []), ...block.notes];
  }
  return sections.filter(({ starts, html }) => html !== '' || starts === 'heading' || starts === 'scene');
}

/** A block that no chapter could hold becomes plain paragraphs: its words stay, its formatting does not. */
function divided(block: TextBlock & { kind: 'text' }): { html: string; text: string }[] {
  if (fits(block.html, MAX_CHAPTER_CHARACTERS)) return [block];
  const parts: { html: string; text: string }[] = [];
  let rest = block.text;
  while (rest.length > 0) {
    const end = rest.length <= 10_000 ? rest.length : endOfSentence(rest);
    const text = rest.slice(0, end).trim();
    rest = rest.slice(end);
    if (text !== '') parts.push({ html: `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`, text });
  }
  return parts;
}

function endOfSentence(text: string): number {
  const beginning = text.slice(0, 10_000);
  const sentence = Math.max(beginning.lastIndexOf('. '), beginning.lastIndexOf('\n'));
  const space = beginning.lastIndexOf(' ');
  if (sentence > 5_000) return sentence + 1;
  if (space > 0) return space + 1;
  // A character of two units stays whole.
  return beginning.isWellFormed() ? beginning.length : beginning.length - 1;
}

function openingOf({ text, level, html }: TextBlock & { kind: 'heading' }): string {
  if (html !== '') return html;
  return level === 1 ? `<h2>${escapeHtml(text)}</h2>` : `<h3>${escapeHtml(text)}</h3>`;
}
