import type { ReactNode } from 'react';
import { useWithoutJustHidden } from '#features/hidden/parts/just-hidden.ts';
import { RegisterStoryApiId } from '#features/reactions/parts/story-api-id.ts';
import { classNames } from '#ui/class-names.ts';
import { List } from '#ui/list.tsx';
import { StoryCard, type StoryCardProps } from '../components/story-card.tsx';
import type { Story } from '../contract/stories.ts';
import styles from './story-grid.module.css';

export type StoryGridProps = {
  stories: Story[];
  /** The accessible name of the list, such as 'Trending stories'. */
  label: string;
  heading?: StoryCardProps['heading'];
  /** The note on each card. */
  noteOf?: (story: Story) => string;
  /** Whether another page is loading: the cards stay, dimmed, so that nothing moves. */
  busy?: boolean;
  /** Links on each card, for its author. */
  renderLinks?: (story: Story) => ReactNode;
};

/** Stories side by side: one, two or three columns. */
export function StoryGrid(props: StoryGridProps) {
  const { stories, label, heading, noteOf, busy = false, renderLinks } = props;
  const shown = useWithoutJustHidden(stories);
  const classes = classNames(styles.grid, busy && styles.busy);
  return (
    <List aria-label={label} aria-busy={busy} className={classes}>
      {shown.map((story) => (
        <li key={story.id}>
          <RegisterStoryApiId story={story} />
          <StoryCard story={story} heading={heading} note={noteOf?.(story)}>
            {renderLinks?.(story)}
          </StoryCard>
        </li>
      ))}
    </List>
  );
}
