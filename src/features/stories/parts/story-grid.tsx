import type { ReactNode } from 'react';
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
  /** Whether another page is loading: the cards stay, dimmed, so that nothing moves. */
  busy?: boolean;
  /** A link on each card, for its author. */
  renderLink?: (story: Story) => ReactNode;
};

/** Stories side by side: one, two or three columns. */
export function StoryGrid({ stories, label, heading, busy = false, renderLink }: StoryGridProps) {
  const classes = classNames(styles.grid, busy && styles.busy);
  return (
    <List aria-label={label} aria-busy={busy} className={classes}>
      {stories.map((story) => (
        <li key={story.id}>
          <StoryCard story={story} heading={heading}>
            {renderLink?.(story)}
          </StoryCard>
        </li>
      ))}
    </List>
  );
}
