import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { plural } from '#base/text.ts';
import { WritingFrame } from '#features/chapters/parts/writing/writing-frame.tsx';
import type { Story } from '#features/stories/contract/stories.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { failureText } from '#ui/failure-text.ts';
import { List } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { sendFiles } from '#ui/send-files.ts';
import { createSubmitKeys } from '#ui/submit-keys.ts';
import { useDroppedFiles } from '#ui/use-dropped-files.ts';
import { urls } from '#urls.ts';
import { createImport, IMPORT_EXTENSIONS, importMessages } from '../contract.ts';
import { importPreviewAddress } from '../rules/addresses.ts';
import { fileProblem, fileSize, filesProblem } from '../rules/chosen-files.ts';
import styles from './import-files.module.css';
import { OpenImports } from './open-imports.tsx';

export type ImportFilesProps = {
  title: string;
  /** The story that gets the chapters of the files; undefined where they become stories. */
  story: Story | undefined;
};

/** Chooses files and sends them; what is found in them is shown on a page of its own. */
export function ImportFiles({ title, story }: ImportFilesProps) {
  const navigate = useNavigate();
  const [files, setFiles] = useState<File[]>([]);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [sent, setSent] = useState<number>();
  const [error, setError] = useState<string>();
  const [keyFor] = useState(createSubmitKeys);
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);

  const readable = files.filter((file) => fileProblem(file) === undefined);
  const problem = filesProblem(readable);
  const isSending = sent !== undefined;

  function add(more: FileList | null) {
    if (isSending) return;
    setError(undefined);
    // The same file, chosen again, is sent once.
    setFiles((chosen) => [
      ...chosen,
      ...[...(more ?? [])].filter(
        ({ name, size }) => !chosen.some((file) => file.name === name && file.size === size),
      ),
    ]);
  }

  useDroppedFiles(({ files }) => add(files), setDraggedOver);

  async function send() {
    setError(undefined);
    setSent(0);
    sending.current = new AbortController();
    const submitKey = keyFor(readable.map(({ name, size, lastModified }) => [name, size, lastModified]));
    const options = { signal: sending.current.signal, onProgress: setSent, submitKey };
    try {
      const { id } = await sendFiles(createImport, { files: readable }, options);
      await navigate(importPreviewAddress(id, story?.slug));
    } catch (failed) {
      setSent(undefined);
      if (!options.signal.aborted) setError(failureText(failed, importMessages.sendFailed));
    }
  }

  return (
    <WritingFrame
      isPublishing
      title={title}
      {...(story === undefined
        ? {}
        : { about: story.title, back: { href: urls.editStory(story.slug), label: 'Back to Editing' } })}
    >
      <p className={styles.lead}>
        {story === undefined
          ? 'Bring your stories as they are. You see what we found in your files before anything becomes a story.'
          : 'You see the chapters that we found in your files before any of them joins your story, after its last chapter.'}
      </p>
      <fieldset
        aria-label="Files to import"
        className={classNames(styles.drop, isDraggedOver && styles.over)}
      >
        <p className={styles.invitation}>Drop files here, or choose them.</p>
        <Button
          variant={files.length === 0 ? 'primary' : 'quiet'}
          aria-disabled={isSending || undefined}
          onClick={() => input.current?.click()}
        >
          Choose files
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Choose files"
          accept={IMPORT_EXTENSIONS.join(',')}
          onChange={(event) => {
            add(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
        <p className={styles.formats}>
          Word (.docx), EPUB, Markdown, HTML such as downloads from AO3 or FicHub, plain text, exports of this
          site, or ZIPs of these. Up to 25 MB each, 50 MB together.
        </p>
      </fieldset>
      {files.length === 0 ? null : (
        <List className={styles.files} aria-label="Chosen files">
          {files.map((file, at) => (
            <ChosenFile
              key={`${file.name} ${file.size}`}
              file={file}
              onRemove={isSending ? undefined : () => setFiles(files.toSpliced(at, 1))}
            />
          ))}
        </List>
      )}
      {problem === undefined || files.length === 0 ? null : <Notice kind="error" title={problem} />}
      {error === undefined ? null : <Notice kind="error" title={error} />}
      {isSending ? (
        <div className={styles.sending}>
          <label className={styles.progress}>
            {sent < 1 ? 'Sending your files' : 'Your files have arrived'}
            <progress value={sent} max={1} />
          </label>
          <Button onClick={() => sending.current?.abort()}>Cancel</Button>
        </div>
      ) : readable.length === 0 ? null : (
        <div>
          <Button variant="primary" aria-disabled={problem !== undefined || undefined} onClick={send}>
            Read {plural(readable.length, 'file')}
          </Button>
        </div>
      )}
      <OpenImports story={story} />
    </WritingFrame>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: (() => void) | undefined }) {
  const problem = fileProblem(file);
  return (
    <li className={styles.file}>
      <span className={styles.name}>{file.name}</span>
      <span className={styles.size}>{fileSize(file.size)}</span>
      {onRemove === undefined ? null : (
        <Button size="small" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
      {problem === undefined ? null : <span className={styles.problem}>{problem}</span>}
    </li>
  );
}
