import { useState } from 'react';
import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { SavedListBar } from '#ui/saved-list-bar.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SortableList } from '#ui/sortable-list.tsx';
import { useSavedList } from '#ui/use-saved-list.ts';
import { urls } from '#urls.ts';
import { MAX_STORIES_PER_SERIES, type Series, seriesMessages, setSeriesStories } from '../contract.ts';
import styles from './series-stories.module.css';

/** The stories of a series in their order. Every change is saved at once and can be undone. */
export function SeriesStories({ series, stories }: { series: Series; stories: Story[] }) {
  const storyOf = new Map([...stories, ...series.stories].map((story) => [story.id, story]));
  const list = useSavedList(
    series.stories.map(({ id }) => id),
    {
      save: async (story_ids) => {
        await callApi(setSeriesStories, { id: String(series.id), story_ids });
      },
      failed: seriesMessages.orderFailed,
    },
  );
  const [chosen, setChosen] = useState('');
  const members = list.ids.map((id) => storyOf.get(id)).filter((story) => story !== undefined);
  const others = stories.filter(({ id }) => !list.ids.includes(id));
  const isFull = list.ids.length >= MAX_STORIES_PER_SERIES;

  function add() {
    if (chosen === '') return;
    list.change([...list.ids, Number(chosen)]);
    setChosen('');
  }

  return (
    <section className={styles.stories} aria-labelledby="series-stories-title">
      <SavedListBar title="Stories" titleId="series-stories-title" list={list} />
      {members.length === 0 ? (
        <p className={styles.quiet}>No story yet. Add the first one below.</p>
      ) : (
        <SortableList
          items={members}
          label="Stories of this series"
          nameOf={(story) => story.title}
          onReorder={(order) => list.change(order.map(({ id }) => id))}
        >
          {(story, at) => (
            <div className={styles.row}>
              <span className={styles.name}>
                {at + 1}. <a href={urls.story(story.slug)}>{story.title}</a>
              </span>
              <Button
                size="small"
                aria-label={`Remove ${story.title}`}
                onClick={() => list.change(list.ids.filter((id) => id !== story.id))}
              >
                Remove
              </Button>
            </div>
          )}
        </SortableList>
      )}
      {isFull ? (
        <p className={styles.quiet}>{seriesMessages.tooManyStories}.</p>
      ) : others.length === 0 ? (
        <p className={styles.quiet}>All your stories under this name are in the series.</p>
      ) : (
        <div className={styles.add}>
          <SelectField
            name="story"
            label="Add a story"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            options={[
              { value: '', label: 'Choose a story' },
              ...others.map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
          />
          <Button aria-disabled={chosen === '' || undefined} onClick={add}>
            Add
          </Button>
        </div>
      )}
    </section>
  );
}
