import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { typeInto, valuesIn } from '#ui/form-values.ts';
import { type FieldErrors, type FormOptions, type FormState, useForm } from '#ui/use-form.ts';
import { type DraftState, useDraft } from '../../components/drafts/use-draft.ts';
import { isPressed } from '../../components/editor/shortcuts.ts';
import { useEnterToNextField } from '../../components/writing/use-enter-to-next-field.ts';
import type { Draft, DraftPlace, DraftValues } from '../drafts/drafts.ts';
import type { ChapterText } from '../editor/chapter-editor.tsx';

export type WritingOptions<Name extends string> = Omit<FormOptions<Name>, 'submit' | 'draft'> &
  DraftPlace & {
    basedOn?: string | undefined;
    /** Submits the form; `content` is the chapter's HTML, '' without an editor. */
    submit: (
      values: Record<Name, string>,
      content: string,
      tools: SubmitTools,
    ) => Promise<string | undefined>;
    checkContent?: (content: string) => string | undefined;
    /** Restores state that no field of the form holds. */
    onRestore?: (draft: Draft) => void;
  };

interface SubmitTools {
  showMessage: (text: string) => void;
  draft: Pick<DraftState, 'markSaved' | 'storeAt' | 'settle' | 'discardOnServer'>;
}

export interface Writing {
  form: FormState;
  draft: DraftState;
  /** The handle of the editor. */
  text: RefObject<ChapterText | null>;
  restore: (draft: Draft) => void;
  /** Called for each change by the editor and by every other control that is not a form field. */
  onEdit: () => void;
  /** Puts values into the fields and the editor. */
  setValues: (values: DraftValues) => void;
  /** The current values of the fields, and the text under `content`. */
  readValues: () => DraftValues;
}

/** The name of the chapter's text in the values of a draft and the failures of a form. */
export const CONTENT = 'content';

/** Combines a form, an editor's text, and the draft that stores both. */
export function useWriting<Name extends string>(options: WritingOptions<Name>): Writing {
  const { accountId, place, basedOn, submit, checkContent, onRestore, ...formOptions } = options;
  const text = useRef<ChapterText>(null);
  // Holds the elements after React has cleared the refs, so that unmounting can still store their values.
  const latest = useRef<{ form: HTMLFormElement | null; text: ChapterText | null }>({
    form: null,
    text: null,
  });

  const readValues = (): DraftValues => {
    latest.current = {
      form: form.ref.current ?? latest.current.form,
      text: text.current ?? latest.current.text,
    };
    return {
      ...(latest.current.form === null ? {} : valuesIn(latest.current.form, options.names)),
      ...(latest.current.text === null ? {} : { [CONTENT]: latest.current.text.html() }),
    };
  };
  const draft = useDraft({ accountId, place, basedOn, read: readValues });
  const form = useForm<Name | typeof CONTENT>({
    ...formOptions,
    // The text is not in a field; failures find the editor by its name.
    names: [...options.names, CONTENT],
    otherValues: () =>
      ({ [CONTENT]: text.current?.html() ?? '' }) as Partial<Record<Name | typeof CONTENT, string>>,
    check: (values) => {
      const content = checkContent?.(text.current?.html() ?? '');
      return { ...options.check?.(values), [CONTENT]: content } as FieldErrors<Name | typeof CONTENT>;
    },
    submit: (values, showMessage) => {
      // Stores the draft, so that a crash during submission loses nothing.
      draft.saveNow();
      return submit(values, text.current?.html() ?? '', { showMessage: showMessage, draft });
    },
  });

  function setValues(values: DraftValues) {
    if (form.ref.current !== null) typeInto(form.ref.current, values);
    const content = values[CONTENT];
    if (content !== undefined) text.current?.replace(content);
  }

  function restore(draftToRestore: Draft) {
    setValues(draftToRestore.values);
    onRestore?.(draftToRestore);
    // Stores a new draft before the old one is deleted, so that there is always one.
    draft.saveNow();
    draft.dismiss(draftToRestore);
    // The pressed button goes with the offer.
    const fields = form.ref.current;
    (
      fields?.querySelector<HTMLElement>('[contenteditable="true"]') ??
      fields?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')
    )?.focus();
  }

  const { saveEverywhere } = draft;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isPressed('save', event)) return;
      // The browser would save the page as a file.
      event.preventDefault();
      saveEverywhere();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [saveEverywhere]);

  useEnterToNextField(form.ref);

  const noteInput = form.onInput;
  const { scheduleSave } = draft;
  const onEdit = useCallback(() => {
    noteInput();
    scheduleSave();
  }, [noteInput, scheduleSave]);

  return {
    form: { ...form, onInput: onEdit },
    onEdit,
    draft,
    text,
    restore,
    setValues: setValues,
    readValues: readValues,
  };
}
