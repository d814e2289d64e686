import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import styles from './reading-page.module.css';
import readingSettings from './reading-settings.module.css';
import { ReadingSettingsButton } from './reading-settings-button.tsx';

/** A page with texts, which look as the reader has set. */
export function ReadingPage({ children }: { children: ReactNode }) {
  return (
    <article className={classNames('page-width', styles.page, readingSettings.settings)}>{children}</article>
  );
}

export type ReadingHeaderProps = {
  /** The way back to the page above. */
  back: ReactNode;
  /** The chapter's place in its story. */
  place?: string;
  title: string;
  language: string | undefined;
  byline: ReactNode;
  children?: ReactNode;
};

/** The beginning of a page with texts. Links of the byline have its colour. */
export function ReadingHeader({ back, place, title, language, byline, children }: ReadingHeaderProps) {
  return (
    <header className={styles.header}>
      {back}
      {place === undefined ? null : <p className={styles.place}>{place}</p>}
      {/* Readers' tools find the title of a chapter by its class. */}
      <h1 className={classNames(styles.title, place !== undefined && 'chapter-title')} lang={language}>
        {title}
      </h1>
      <p className={styles.byline}>by {byline}</p>
      {children}
    </header>
  );
}

export type ReadingFactsProps = {
  children: ReactNode;
  /** Further tools that need script, and tools that do not. */
  scriptTools?: ReactNode;
  tools?: ReactNode;
};

/** The length of a text and what else there is to know before reading, with the tools for reading at the end of the line. */
export function ReadingFacts({ children, scriptTools, tools }: ReadingFactsProps) {
  return (
    <div className={styles.facts}>
      <p>{children}</p>
      <div className={classNames(styles.tools, 'no-print')}>
        <span className="needs-script">
          <ReadingSettingsButton />
          {scriptTools}
        </span>
        {tools}
      </div>
    </div>
  );
}
