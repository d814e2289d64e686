import type { MouseEvent } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Prose } from '#ui/prose.tsx';
import { isOnBlockedImage, unblockImages } from '../unblock-images.ts';
import styles from './chapter-prose.module.css';
import readingSettings from './reading-settings.module.css';

type TextProps = { html: string; language: string | undefined };

/** The text of a chapter in the reader's type. The stored HTML was cleaned by an allow-list; no other form exists. */
export function ChapterProse({ html, language }: TextProps) {
  return (
    <Prose
      id="page-html"
      lang={language}
      className={classNames(styles.text, readingSettings.text)}
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
