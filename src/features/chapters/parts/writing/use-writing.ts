import { type RefObject, useCallback, useRef } from 'react';
import { typeInto, valuesIn } from '#ui/form-values.ts';
import { type FieldErrors, type FormOptions, type FormState, useForm } from '#ui/use-form.ts';
import { type DraftState, useDraft } from '../../components/drafts/use-draft.ts';
import type { Draft, DraftPlace, DraftValues } from '../drafts/drafts.ts';
import type { ChapterText } from '../editor/chapter-editor.tsx';

export type WritingOptions<Name extends string> = Omit<FormOptions<Name>, 'submit' | 'draft'> &
  DraftPlace & {
    basedOn?: string | undefined;
    /** Does it; `content` is the chapter's HTML, '' where there is no editor. */
    submit: (
      values: Record<Name, string>,
      content: string,
      tools: SubmitTools,
    ) => Promise<string | undefined>;
    checkContent?: (content: string) => string | undefined;
    /** Puts back what no field of the form holds by itself. */
    onRestore?: (draft: Draft) => void;
  };

interface SubmitTools {
  tell: (text: string) => void;
  draft: Pick<DraftState, 'settle' | 'leaveAt'>;
}

export interface Writing {
  form: FormState;
  draft: DraftState;
  /** For the editor. */
  text: RefObject<ChapterText | null>;
  restore: (draft: Draft) => void;
  /** Called for each change by the editor, and by everything else that is no field. */
  onEdit: () => void;
  /** Puts other texts into the fields and the editor. */
  put: (values: DraftValues) => void;
  /** What stands in the fields now, and the text under `content`. */
  read: () => DraftValues;
}

/** The chapter's text among the values of a draft and the failures of a form. */
export const CONTENT = 'content';

/** A form, the text of an editor, and the draft that keeps both. */
export function useWriting<Name extends string>(options: WritingOptions<Name>): Writing {
  const { accountId, place, basedOn, submit, checkContent, onRestore, ...formOptions } = options;
  const text = useRef<ChapterText>(null);
  // When the page goes, the fields are gone before what they held is kept.
  const last = useRef<{ form: HTMLFormElement | null; text: ChapterText | null }>({ form: null, text: null });

  const read = (): DraftValues => {
    last.current = { form: form.ref.current ?? last.current.form, text: text.current ?? last.current.text };
    return {
      ...(last.current.form === null ? {} : valuesIn(last.current.form, options.names)),
      ...(last.current.text === null ? {} : { [CONTENT]: last.current.text.html() }),
    };
  };
  const draft = useDraft({ accountId, place, basedOn, read });
  const form = useForm<Name | typeof CONTENT>({
    ...formOptions,
    // The text is in no field; by its name failures find the editor.
    names: [...options.names, CONTENT],
    others: () =>
      ({ [CONTENT]: text.current?.html() ?? '' }) as Partial<Record<Name | typeof CONTENT, string>>,
    check: (values) => {
      const content = checkContent?.(text.current?.html() ?? '');
      return { ...options.check?.(values), [CONTENT]: content } as FieldErrors<Name | typeof CONTENT>;
    },
    submit: (values, tell) => {
      // What is being sent outlives a crash as well.
      draft.keepNow();
      return submit(values, text.current?.html() ?? '', { tell, draft });
    },
  });

  function put(values: DraftValues) {
    if (form.ref.current !== null) typeInto(form.ref.current, values);
    const content = values[CONTENT];
    if (content !== undefined) text.current?.replace(content);
  }

  function restore(kept: Draft) {
    put(kept.values);
    onRestore?.(kept);
    // Kept anew before the old one goes: at no moment is there none.
    draft.keepNow();
    draft.dismiss(kept);
  }

  const noteInput = form.onInput;
  const { note } = draft;
  const onEdit = useCallback(() => {
    noteInput();
    note();
  }, [noteInput, note]);

  return {
    form: { ...form, onInput: onEdit },
    onEdit,
    draft,
    text,
    restore,
    put,
    read,
  };
}
