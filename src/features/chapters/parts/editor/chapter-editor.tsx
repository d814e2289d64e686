import { Editor, getSchema } from '@tiptap/core';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '#ui/class-names.ts';
import { FieldError } from '#ui/field.tsx';
import { useFormContext } from '#ui/form-context.ts';
import proseStyles from '#ui/prose.module.css';
import { remoteImages } from '#ui/remote-images.ts';
import { useToast } from '#ui/toast.tsx';
import { areFilesAlone, useDroppedFiles } from '#ui/use-dropped-files.ts';
import { useShortcut } from '#ui/use-shortcut.ts';
import { chapterHtml, type TextNode } from '../../components/editor/chapter-html.ts';
import { EditorTools, ToolWindows } from '../../components/editor/editor-tools.tsx';
import { chapterExtensions, TYPED_RULES, type TypingOptions } from '../../components/editor/extensions.ts';
import { FindBar } from '../../components/editor/find-bar.tsx';
import { FocusExit, useFocusMode } from '../../components/editor/focus-mode.tsx';
import { ImageDialog } from '../../components/editor/image-dialog.tsx';
import { LinkDialog } from '../../components/editor/link-dialog.tsx';
import { pastedWithout } from '../../components/editor/pasted-losses.ts';
import type { PreviewedChapter } from '../../components/editor/preview-dialog.tsx';
import { findQuote, type QuoteReplacement, replaceQuote, showQuote } from '../../components/editor/quotes.ts';
import { isPressed } from '../../components/editor/shortcuts.ts';
import { syncSelection } from '../../components/editor/sync-selection.ts';
import { TextCounts } from '../../components/editor/text-counts.tsx';
import { Toolbar } from '../../components/editor/toolbar.tsx';
import type { WindowName } from '../../components/editor/toolbar-actions.tsx';
import { NOT_WRITTEN, useWordGoal } from '../../components/editor/word-goal.ts';
import { WordGoalLine } from '../../components/editor/word-goal-line.tsx';
import { useWritingSettings } from '../../components/editor/writing-settings.ts';
import styles from './chapter-editor.module.css';
import { parseChapter } from './parse-html.ts';

const NO_FILES = 'A chapter takes words, not files. Import reads Word, EPUB, Markdown and plain text.';

/** The handle through which a screen reads and changes the text in the editor. */
export interface ChapterText {
  html: () => string;
  /** Replaces the text; the author can undo that. */
  replace: (html: string) => void;
  /** Selects the next place of a quoted passage; returns the number of places. */
  showQuote: (quote: string) => number;
  replaceQuote: (quote: string, replacement: string) => QuoteReplacement;
  /** Whether a passage stands in the text. */
  hasQuote: (quote: string) => boolean;
  focus: () => void;
}

export type ChapterEditorProps = {
  /** Identifies the editor among a form's failures. */
  name: string;
  label: string;
  placeholder: string;
  initialHtml: string;
  ref: RefObject<ChapterText | null>;
  /** Called with every change, without the text: the form reads the text when it needs it. */
  onEdit: () => void;
  /** Shown at the foot, beside the word count. */
  status?: ReactNode;
  /** The language of the text, for the browser's spelling and for quotation marks. */
  language?: string | null | undefined;
  /** The title and notes that the preview shows around the text; without it there is no preview. */
  preview?: (() => PreviewedChapter) | undefined;
};

/** The editor of a chapter: toolbar, text, and word count. */
export function ChapterEditor(props: ChapterEditorProps) {
  const { name, label, placeholder, initialHtml, ref, onEdit, status, language } = props;
  const { errors, isBusy } = useFormContext();
  const toast = useToast();
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const editorRef = useRef<Editor>(undefined);
  const frame = useRef<HTMLDivElement>(null);
  const [settings, changeSettings] = useWritingSettings();
  const { isAlone, enter, leave, onFocus } = useFocusMode(frame, settings.isFocused, (isFocused) =>
    changeSettings({ isFocused }),
  );
  const [open, setOpen] = useState<WindowName>();
  // A picture file cannot be stored in a text, so the author is asked for the picture's address.
  const takeFiles = (data: DataTransfer) => {
    if (remoteImages() !== 'off' && [...data.files].every(({ type }) => type.startsWith('image/')))
      setOpen('image');
    else toast.show({ kind: 'error', message: NO_FILES });
  };
  useDroppedFiles(takeFiles);
  const latest = useRef({ onEdit, language, settings, enter, leave, onFocus, isAlone, takeFiles });
  const [editor, setEditor] = useState<Editor>();
  const error = errors[name];
  // The initial options never change: `replace` sets another text.
  const [options] = useState(() =>
    textOptions(placeholder, initialHtml, {
      isOn: () => latest.current.settings.isTypographic,
      language: () => latest.current.language,
      onLoss: (losses) => toast.show({ kind: 'error', message: pastedWithout(losses) }),
    }),
  );
  const [goal, changeGoal] = useWordGoal(editor);

  useEffect(() => {
    latest.current = { onEdit, language, settings, enter, leave, onFocus, isAlone, takeFiles };
  });

  // Creates the editor directly: TipTap's own hook drops an editor that React takes a moment to show.
  useLayoutEffect(() => {
    const next = new Editor({
      ...options,
      element: sheet.current,
      editorProps: {
        attributes: {
          id,
          class: classNames(proseStyles.prose, styles.text) ?? '',
          role: 'textbox',
          dir: 'auto',
          spellcheck: 'true',
          'aria-multiline': 'true',
          'aria-labelledby': `${id}-label`,
        },
        handleDOMEvents: {
          paste: (_view, event) => {
            if (!areFilesAlone(event.clipboardData)) return false;
            event.preventDefault();
            latest.current.takeFiles(event.clipboardData);
            return true;
          },
          // Dropped files are the page's: without this the editor would take them first.
          drop: (_view, event) => areFilesAlone(event.dataTransfer),
        },
        handleKeyDown: (view, event) => {
          if (isPressed('link', event)) {
            syncSelection(view);
            setOpen('link');
          } else if (isPressed('find', event)) {
            syncSelection(view);
            setOpen('find');
          } else if (isPressed('shortcuts', event)) setOpen('shortcuts');
          else if (isPressed('focusMode', event)) {
            if (latest.current.isAlone) latest.current.leave();
            else latest.current.enter();
          } else if (isPressed('back', event) && latest.current.isAlone) latest.current.leave();
          else if (isPressed('toolbar', event)) focusToolbar(toolbar.current);
          else return false;
          event.preventDefault();
          return true;
        },
      },
      onUpdate: () => latest.current.onEdit(),
      onFocus: () => latest.current.onFocus(),
    });
    editorRef.current = next;
    setEditor(next);
    return () => next.destroy();
  }, [options, id]);

  useImperativeHandle(ref, () => ({
    html: () => (editorRef.current === undefined ? '' : htmlOf(editorRef.current)),
    replace: (html) => {
      const { current } = editorRef;
      current
        ?.chain()
        .setMeta(NOT_WRITTEN, true)
        .setContent(parseChapter(current.schema, html).toJSON())
        .run();
    },
    showQuote: (quote) => (editorRef.current === undefined ? 0 : showQuote(editorRef.current, quote)),
    replaceQuote: (quote, replacement) =>
      editorRef.current === undefined ? 'missing' : replaceQuote(editorRef.current, quote, replacement),
    hasQuote: (quote) =>
      editorRef.current !== undefined && findQuote(editorRef.current.state.doc, quote).length > 0,
    focus: () => editorRef.current?.view.focus(),
  }));

  useEffect(() => {
    editor?.setEditable(!isBusy, false);
  }, [editor, isBusy]);
  useEffect(() => {
    if (language == null) editor?.view.dom.removeAttribute('lang');
    else editor?.view.dom.setAttribute('lang', language);
  }, [editor, language]);
  useShortcut('?', () => setOpen('shortcuts'));
  useEffect(() => {
    const describing = [error && `${id}-error`, `${id}-help`].filter(Boolean).join(' ');
    editor?.view.dom.setAttribute('aria-describedby', describing);
    if (error === undefined) editor?.view.dom.removeAttribute('aria-invalid');
    else editor?.view.dom.setAttribute('aria-invalid', 'true');
  }, [editor, error, id]);

  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span className={styles.label} id={`${id}-label`}>
          {label}
        </span>
        <EditorTools
          settings={settings}
          onSettings={changeSettings}
          onOpen={setOpen}
          onFocusMode={() => {
            enter();
            editor?.view.focus();
          }}
          hasPreview={props.preview !== undefined}
        />
      </div>
      <div
        ref={frame}
        className={classNames(
          styles.frame,
          error !== undefined && styles.wrong,
          isBusy && styles.busy,
          isAlone && styles.alone,
        )}
      >
        {editor === undefined || isAlone ? null : (
          <Toolbar editor={editor} controls={id} disabled={isBusy} ref={toolbar} onOpen={setOpen} />
        )}
        {editor === undefined || open !== 'find' ? null : (
          <FindBar editor={editor} onClose={() => setOpen(undefined)} />
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the text inside is the control */}
        <div
          ref={sheet}
          className={styles.content}
          onMouseDown={(event) => {
            // Below the last line of a short text.
            if (event.target !== event.currentTarget) return;
            event.preventDefault();
            editor?.commands.focus('end');
          }}
        />
        {editor === undefined ? null : (
          <TextCounts editor={editor} status={status}>
            {goal === undefined ? null : <WordGoalLine goal={goal} onOpen={() => setOpen('goal')} />}
            {isAlone ? <FocusExit onLeave={leave} /> : null}
          </TextCounts>
        )}
      </div>
      {error === undefined ? null : (
        <div className={styles.refusal}>
          <FieldError id={`${id}-error`} text={error} />
        </div>
      )}
      <p className={styles.help} id={`${id}-help`}>
        <span className="keyboard-hint">
          <kbd>Alt</kbd> + <kbd>F10</kbd> goes to the toolbar, <kbd>Esc</kbd> back to the text.
        </span>{' '}
        A line of * * * is a scene break.
      </p>
      {editor === undefined ? null : (
        <>
          <LinkDialog editor={editor} open={open === 'link'} onClose={() => setOpen(undefined)} />
          <ImageDialog editor={editor} open={open === 'image'} onClose={() => setOpen(undefined)} />
          <ToolWindows
            open={open}
            onClose={() => setOpen(undefined)}
            goal={goal?.goal}
            onGoal={changeGoal}
            preview={props.preview}
            html={() => htmlOf(editor)}
          />
        </>
      )}
    </div>
  );
}

function textOptions(placeholder: string, html: string, typing: TypingOptions) {
  const extensions = chapterExtensions(placeholder, typing);
  return {
    extensions,
    content: parseChapter(getSchema(extensions), html).toJSON(),
    // The content security policy blocks injected style elements; chapter-editor.module.css has their content.
    injectCSS: false,
    enableInputRules: TYPED_RULES,
    enablePasteRules: false,
  };
}

function focusToolbar(toolbar: HTMLElement | null): void {
  toolbar?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

function htmlOf(editor: Editor): string {
  return chapterHtml(editor.getJSON() as TextNode);
}
