import type { MouseEvent } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Prose } from '#ui/prose.tsx';
import { isOnBlockedImage, unblockImages } from '../unblock-images.ts';
import styles from './chapter-prose.module.css';
import readingSettings from './reading-settings.module.css';

type TextProps = { html: string; language: string | undefined };

/**
 * The text of a chapter in the reader's type. The stored HTML was cleaned by an allow-list; no other form exists. Readers'
 * tools and the page's script find it by its class (legal/content/tools.md, app/entry-client.tsx).
 */
export function ChapterProse({ id = 'page-html', html, language }: TextProps & { id?: string }) {
  return (
    <Prose
      id={id}
      lang={language}
      className={classNames('chapter-prose', styles.prose, readingSettings.prose)}
      html={html}
      onClick={showImages}
    />
  );
}

/** The author's words before or after the text. */
export function AuthorNote({ html, language }: TextProps) {
  if (html === '') return null;
  return (
    <aside className={styles.note} aria-label="Author’s note">
      <p className={styles.noteLabel}>Author’s note</p>
      <Prose lang={language} html={html} onClick={showImages} />
    </aside>
  );
}

function showImages(event: MouseEvent<HTMLElement>) {
  if (!isOnBlockedImage(event)) return;
  event.preventDefault();
  unblockImages(event.currentTarget);
}
