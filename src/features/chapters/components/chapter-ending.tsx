import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { Story } from '#features/stories/contract/stories.ts';
import { isListed } from '#features/stories/rules.ts';
import { LOAD_MARGIN, whenNear } from '#ui/when-near.ts';
import { urls } from '#urls.ts';
import styles from './chapter-ending.module.css';
import type { EndingActionsProps } from './ending-actions.tsx';

export type ChapterEndingProps = {
  story: Story;
  nextInSeries: { slug: string; title: string; series: string } | undefined;
};

/**
 * The end of a chapter page. The page is the same for everyone; script adds the reader's votes and the next stories, in
 * space reserved from the start, and only when the reader comes near.
 */
export function ChapterEnding({ story, nextInSeries }: ChapterEndingProps) {
  const section = useRef<HTMLElement>(null);
  const [Actions, setActions] = useState<ComponentType<EndingActionsProps>>();
  const isWithheld = story.withheld_at !== undefined;

  useEffect(() => {
    if (section.current === null || isWithheld) return;
    let isMounted = true;
    const load = () =>
      import('./ending-actions.tsx').then(
        ({ EndingActions }) => isMounted && setActions(() => EndingActions),
        // The links below still work without it.
        () => undefined,
      );
    const stopWaiting = whenNear(section.current, () => void load(), LOAD_MARGIN);
    return () => {
      isMounted = false;
      stopWaiting();
    };
  }, [isWithheld]);

  return (
    <section className={styles.ending} aria-labelledby="ending-title" ref={section}>
      <h2 className={styles.title} id="ending-title">
        {story.status === 'complete' ? 'The end.' : 'You’re up to date.'}
      </h2>
      {nextInSeries === undefined ? null : (
        <p className={styles.series}>
          Next in the series {nextInSeries.series}
          <a href={urls.story(nextInSeries.slug)}>{nextInSeries.title}</a>
        </p>
      )}
      {isWithheld ? null : (
        <div className={`needs-script ${styles.room}`} data-loads-later="">
          {Actions === undefined ? null : <Actions story={story} />}
        </div>
      )}
      <p className={styles.ways}>
        {isListed(story) ? (
          <a href={urls.author(story.author_username)}>More by {story.author_display_name}</a>
        ) : null}
        <a href={urls.home()}>More stories</a>
        <a href={urls.random()}>A good story by chance</a>
      </p>
    </section>
  );
}
