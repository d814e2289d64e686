import { useState } from 'react';
import { groupThousands, plural } from '#base/text.ts';
import { MAX_STORY_TITLE_CHARACTERS } from '#features/stories/contract/stories.ts';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { List } from '#ui/list.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { urls } from '#urls.ts';
import type { Import } from '../contract.ts';
import {
  type Division,
  divideStory,
  divisionsOf,
  type PreviewedStory,
  previewedWords,
  takenChapters,
} from '../rules/choices.ts';
import { ChapterChoices } from './chapter-choices.tsx';
import styles from './import-preview.module.css';

export type StoryChoiceProps = {
  story: PreviewedStory;
  found: Import['stories'][number];
  isOpen: boolean;
  /** Whether it becomes a story; otherwise its chapters join one. */
  isStory: boolean;
  onChange: (story: PreviewedStory, canBeUndone: boolean) => void;
};

/** One of the stories that were found: whether to take it, its title, and its chapters; of one whose chapters join another, its chapters alone. */
export function StoryChoice({ story, found, isOpen, isStory, onChange }: StoryChoiceProps) {
  const [division, setDivision] = useState<Division>('found');
  const chapters = takenChapters(story);
  const words = chapters.reduce((sum, chapter) => sum + previewedWords(chapter), 0);
  const divisions = divisionsOf(found);
  const sameTitle = isStory ? found.same_title : null;

  function divide(next: Division) {
    setDivision(next);
    onChange({ ...story, chapters: divideStory(found, next) }, true);
  }

  return (
    <section className={styles.story} aria-label={story.title}>
      <CheckboxField
        name={`take-${story.number}`}
        label={`${isStory ? 'Import' : 'Add'} “${found.title}”`}
        checked={story.isTaken}
        onChange={(event) => onChange({ ...story, isTaken: event.currentTarget.checked }, false)}
      />
      {story.isTaken ? (
        <>
          {isStory ? (
            <TextField
              name={`title-${story.number}`}
              label="Title"
              value={story.title}
              maxLength={MAX_STORY_TITLE_CHARACTERS}
              onChange={(event) => onChange({ ...story, title: event.currentTarget.value }, false)}
            />
          ) : null}
          <p className={styles.facts}>
            {plural(chapters.length, 'chapter')}, {groupThousands(words)} words, from {found.file}
            {found.author === null ? '' : `, written by ${found.author}`}
          </p>
          {!isStory || found.synopsis === '' ? null : <p className={styles.synopsis}>{found.synopsis}</p>}
          {!isStory || found.tags.length === 0 ? null : (
            <p className={styles.facts}>Tags: {found.tags.join(', ')}</p>
          )}
          {found.warnings.length === 0 && sameTitle === null ? null : (
            <List className={styles.warnings} aria-label="Please note">
              {sameTitle === null ? null : (
                <li>
                  You have a story{' '}
                  <a href={urls.story(sameTitle.slug)} target="_blank" rel="noopener">
                    {sameTitle.title}
                  </a>{' '}
                  already. This import makes another one.
                </li>
              )}
              {found.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </List>
          )}
          <Disclosure showLabel="Chapters" defaultOpen={isOpen}>
            <div className={styles.chapters}>
              {divisions.length < 2 ? null : (
                <SelectField
                  name={`division-${story.number}`}
                  label="A chapter begins"
                  value={division}
                  onChange={(event) => divide(event.currentTarget.value as Division)}
                  options={divisions.map(({ division: value, count }) => ({
                    value,
                    label: `${divisionLabel(value)} (${plural(count, 'chapter')})`,
                  }))}
                />
              )}
              <ChapterChoices story={story} onChange={onChange} />
            </div>
          </Disclosure>
        </>
      ) : null}
    </section>
  );
}

function divisionLabel(division: Division): string {
  if (division === 'found') return 'As we found it';
  if (division === 'page') return 'At page breaks';
  if (division === 'scene') return 'At scene breaks';
  if (division === 'none') return 'Nowhere: it is all one';
  return `At headings, down to level ${division.split('-')[1]}`;
}
