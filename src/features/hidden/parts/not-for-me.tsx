import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { classNames } from '#ui/class-names.ts';
import { EyeOffIcon } from '#ui/password-icons.tsx';
import { noteHiddenStory } from './just-hidden.ts';
import styles from './not-for-me.module.css';
import { useHiding } from './use-hiding.ts';

export type NotForMeProps = { story: { id: number; slug: string; title: string } };

/** Hides a card's story for good: the card goes at once, and a message offers the way back. */
export function NotForMe({ story }: NotForMeProps) {
  const { key } = useLocation();
  const { change, waitingProps } = useHiding({
    onStart: (isHidden) => noteHiddenStory(story.id, isHidden ? key : undefined),
    onFailed: () => noteHiddenStory(story.id, undefined),
  });
  function hide({ currentTarget }: MouseEvent) {
    const item = currentTarget.closest('li');
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    change({ kind: 'story', name: story.slug, isHidden: true });
    // The pressed button goes with its card.
    neighbour?.querySelector('a')?.focus({ preventScroll: true });
  }
  return (
    <button
      type="button"
      className={classNames(styles.button, 'needs-script')}
      title="Not for me"
      {...waitingProps}
      onClick={hide}
    >
      <EyeOffIcon size={15} />
      <span className="visually-hidden">Not for me: hide {story.title}</span>
    </button>
  );
}
