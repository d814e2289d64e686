import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { plural } from '#base/text.ts';
import { NamedWarnings, type NamedWarningsProps } from '#features/stories/parts/warnings-line.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { urls } from '#urls.ts';
import type { ChapterEntry } from '../../contract/chapters.ts';
import styles from './chapter-warnings.module.css';
import { continueInto, isContinued, setWarned } from './continued-chapters.ts';

export type ChapterWarningsProps = {
  slug: string;
  chapter: Pick<ChapterEntry, 'id'>;
  next: Pick<ChapterEntry, 'id'> | undefined;
  names: NamedWarningsProps['names'];
};

const BEGIN = 'chapter-begins';
/** The server renders no layout, so that an effect for it has no place there. */
const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * The warnings that a chapter adds to those of its story, before its text: read on, or skip it. The page is the same for
 * everyone and works without script; boot.ts leaves the notice out for a reader who went on during this visit.
 */
export function ChapterWarnings({ slug, chapter, next, names }: ChapterWarningsProps) {
  const begin = useRef<HTMLSpanElement>(null);
  useBeforePaint(() => {
    setWarned(isContinued(chapter.id));
    return () => setWarned(false);
  }, [chapter.id]);

  function readOn(event: MouseEvent) {
    event.preventDefault();
    continueInto(chapter.id);
    setWarned(true);
    begin.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <section className={classNames(styles.notice, 'no-print')} aria-label="Content warnings">
        <div className={styles.names}>
          <NamedWarnings
            label="This chapter:"
            names={names}
            folded={`This chapter: ${plural(names.length, 'content warning', 'content warnings')}`}
          />
        </div>
        <p className={styles.choices}>
          <ButtonLink variant="primary" href={`#${BEGIN}`} onClick={readOn}>
            Continue
          </ButtonLink>
          <ButtonLink href={next === undefined ? urls.story(slug) : urls.chapter(slug, next.id)}>
            {next === undefined ? 'Back to the story' : 'Skip to the next chapter'}
          </ButtonLink>
        </p>
      </section>
      <span id={BEGIN} ref={begin} tabIndex={-1} />
    </>
  );
}
