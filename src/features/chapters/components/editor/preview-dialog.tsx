import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { openLinksBeside } from '#ui/open-links-beside.ts';
import { remoteImages } from '#ui/remote-images.ts';
import { blockImages } from '../../parts/blocked-images.ts';
import { AuthorNote, ChapterProse } from '../../parts/reading/chapter-prose.tsx';
import readingSettings from '../../parts/reading/reading-settings.module.css';
import styles from './preview-dialog.module.css';

/** The surroundings of a chapter's text on its page, as they are typed at this moment. */
export interface PreviewedChapter {
  title: string;
  note_before: string;
  note_after: string;
  language: string | undefined;
}

export type PreviewDialogProps = { chapter: PreviewedChapter; html: string; onClose: () => void };

/** The chapter as readers see it, with their settings of this device. The editor’s HTML has only what is stored too. */
export function PreviewDialog({ chapter, html, onClose }: PreviewDialogProps) {
  const { title, note_before, note_after, language } = chapter;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Preview"
      size="wide"
      initialFocus="title"
      className={styles.window}
      actions={<Button onClick={onClose}>Back to writing</Button>}
    >
      <article className={classNames(styles.page, readingSettings.settings)} ref={openLinksBeside}>
        <h3 className={styles.title} lang={language} dir="auto">
          {title.trim() === '' ? 'Untitled' : title}
        </h3>
        <AuthorNote html={blockImages(note_before, remoteImages())} language={language} />
        {html === '' ? (
          <p className={styles.empty}>Nothing is written yet.</p>
        ) : (
          <ChapterProse html={blockImages(html, remoteImages())} language={language} />
        )}
        <AuthorNote html={blockImages(note_after, remoteImages())} language={language} />
      </article>
    </Dialog>
  );
}
