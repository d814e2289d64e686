import { groupThousands } from '#base/text.ts';
import { MAX_CHAPTER_TITLE_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { List, OrderedList } from '#ui/list.tsx';
import { TextField } from '#ui/text-field.tsx';
import {
  changeChapter,
  joinWithPrevious,
  type PreviewedChapter,
  type PreviewedStory,
  previewedWords,
  splitAt,
} from '../rules/choices.ts';
import styles from './import-preview.module.css';

export type ChapterChoicesProps = {
  story: PreviewedStory;
  onChange: (story: PreviewedStory, canBeUndone: boolean) => void;
};

/** The chapters of a story: each can be renamed, left out, joined with the one before it, or split. */
export function ChapterChoices({ story, onChange }: ChapterChoicesProps) {
  return (
    <OrderedList className={styles.list} aria-label={`Chapters of ${story.title}`}>
      {story.chapters.map((chapter, at) => {
        const number = at + 1;
        const isInNewVolume = chapter.volume !== (story.chapters[at - 1]?.volume ?? null);
        return (
          <li key={chapter.sections[0]?.number} className={styles.chapter} aria-label={`Chapter ${number}`}>
            {isInNewVolume && chapter.volume !== null ? (
              <p className={styles.volume}>{chapter.volume}</p>
            ) : null}
            <TextField
              className={styles.title}
              name={`chapter-${story.number}-${number}`}
              label={`Title of chapter ${number}`}
              hidesLabel
              value={chapter.title}
              readOnly={!chapter.isTaken}
              maxLength={MAX_CHAPTER_TITLE_CHARACTERS}
              onChange={(event) =>
                onChange(changeChapter(story, at, { title: event.currentTarget.value }), false)
              }
            />
            <span className={styles.words}>
              {chapter.isTaken
                ? `${groupThousands(previewedWords(chapter))} words${chapter.is_draft ? ', a draft' : ''}`
                : 'Left out'}
            </span>
            <span className={styles.steps}>
              {at === 0 ? null : (
                <Button
                  size="small"
                  aria-label={`Join chapter ${number} with the one above`}
                  onClick={() => onChange(joinWithPrevious(story, at), true)}
                >
                  Join
                </Button>
              )}
              <Button
                size="small"
                aria-label={`${chapter.isTaken ? 'Leave out' : 'Take'} chapter ${number}`}
                onClick={() => onChange(changeChapter(story, at, { isTaken: !chapter.isTaken }), true)}
              >
                {chapter.isTaken ? 'Leave out' : 'Take'}
              </Button>
            </span>
            {chapter.sections.length < 2 || !chapter.isTaken ? null : (
              <Sections
                chapter={chapter}
                number={number}
                onSplit={(section) => onChange(splitAt(story, at, section), true)}
              />
            )}
          </li>
        );
      })}
    </OrderedList>
  );
}

type SectionsProps = { chapter: PreviewedChapter; number: number; onSplit: (sectionIndex: number) => void };

/** The places inside a chapter at which it can be split. */
function Sections({ chapter, number, onSplit }: SectionsProps) {
  return (
    <Disclosure className={styles.split} showLabel={`Split chapter ${number}`}>
      <List>
        {chapter.sections.map(({ number: section, label }, index) =>
          index === 0 ? null : (
            <li key={section} className={styles.section}>
              <span className={styles.label}>{label === '' ? 'A part without words' : label}</span>
              <Button
                size="small"
                aria-label={
                  label === '' ? 'Begin a chapter at a part without words' : `Begin a chapter at “${label}”`
                }
                onClick={() => onSplit(index)}
              >
                Begin a chapter here
              </Button>
            </li>
          ),
        )}
      </List>
    </Disclosure>
  );
}
