import { useState } from 'react';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Notice } from '#ui/notice.tsx';
import { Prose } from '#ui/prose.tsx';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { urls } from '#urls.ts';
import { chapterMessages, getChapter, PREVIEW_CHARACTERS } from '../contract/chapters.ts';
import styles from './chapter-preview.module.css';

type State =
  | { kind: 'unasked' | 'loading' | 'failed' }
  | { kind: 'ready'; paragraphs: string[]; isWhole: boolean };

/** The beginning of a chapter, fetched on request. It needs the chapter as key. */
export function ChapterPreview({ slug, chapterId }: { slug: string; chapterId: number }) {
  const [state, setState] = useState<State>({ kind: 'unasked' });

  async function load() {
    setState({ kind: 'loading' });
    try {
      const [{ content }, { previewOf }] = await Promise.all([
        callApi(getChapter, { id: slug, chapterId: String(chapterId) }),
        import('../components/preview-of.ts'),
      ]);
      setState({ kind: 'ready', ...previewOf(content, PREVIEW_CHARACTERS) });
    } catch {
      setState({ kind: 'failed' });
    }
  }

  return (
    <div className="needs-script no-print">
      <Disclosure
        showLabel="Show Preview"
        hideLabel="Hide Preview"
        onOpenChange={(open) => {
          if (open && (state.kind === 'unasked' || state.kind === 'failed')) void load();
        }}
      >
        {state.kind === 'ready' ? (
          <div className={styles.preview}>
            <Prose className={styles.text}>
              {state.paragraphs.map((paragraph, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change
                <p key={at}>{paragraph}</p>
              ))}
            </Prose>
            {state.isWhole ? null : (
              <a className={styles.on} href={urls.chapter(slug, chapterId)}>
                Continue reading
              </a>
            )}
          </div>
        ) : state.kind === 'failed' ? (
          <Notice
            kind="error"
            title={chapterMessages.loadFailed}
            action={
              <Button size="small" onClick={load}>
                Try again
              </Button>
            }
          />
        ) : (
          <Skeleton label="Loading the preview" className={styles.preview}>
            <SkeletonText lines={14} size="prose" className={styles.text} />
          </Skeleton>
        )}
      </Disclosure>
    </div>
  );
}
