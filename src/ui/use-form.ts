import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type ApiError, isApiError, UNREADABLE_ANSWER } from '#base/failure.ts';
import { forgetDraft, keepDraft, readDraft } from './form-draft.ts';
import { type FormValues, secretNames, typeInto, valuesIn } from './form-values.ts';
import { useCountdown } from './use-countdown.ts';

export type FieldErrors<Name extends string = string> = Partial<Record<Name, string>>;
type FormMessage = { kind: 'error' | 'success'; text: ReactNode };

export interface FormOptions<Name extends string> {
  /** The fields' names. Failures of a call find the fields named like its input. */
  names: readonly Name[];
  /** Validation without the server: the message of each field that is wrong. */
  check?: (values: FormValues<Name>) => FieldErrors<Name>;
  /** The texts of names without a field, such as an editor's. */
  others?: () => Partial<FormValues<Name>>;
  /**
   * Submits the values. A returned text is shown as success; `tell` shows one meanwhile. The form stays busy until the
   * promise settles, so navigation should be awaited too: `await navigate(…)`.
   */
  submit: (values: FormValues<Name>, tell: (text: string) => void) => Promise<string | undefined>;
  /** The message of a failure without a text of its own. */
  failed: string;
  /** The message when the site answered without a text; `failed` by default. */
  refused?: string;
  /** Another message for a failure, for example with a link that helps; undefined: its own. */
  explain?: (error: ApiError) => ReactNode;
  /** Empties the fields after success. */
  clears?: boolean;
  /** Stores unsaved text under this name until it is saved; the name must include the account. */
  draft?: string;
}

export interface FormState {
  id: string;
  ref: RefObject<HTMLFormElement | null>;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onInput: () => void;
  isBusy: boolean;
  errors: FieldErrors;
  message: FormMessage | undefined;
  /** Seconds until the server accepts another try; 0: now. */
  waitSeconds: number;
  /** Whether the visitor had to wait and may now try again. */
  hasWaited: boolean;
  /** Whether any text is neither saved nor being saved. */
  isDirty: boolean;
  /** Discards unsaved text. */
  discard: () => void;
}

/** A longer wait is described in words: nobody watches it pass, and something else may end it earlier. */
const MAX_COUNTDOWN_SECONDS = 3600;

interface Told {
  errors: FieldErrors;
  /** The server’s errors and the values it refused, because only the server knows the reason. */
  refused?: { errors: FieldErrors; values: FormValues } | undefined;
  /** The fields whose errors follow typing: only those that were wrong when the form was sent. */
  watched?: readonly string[] | undefined;
  message?: FormMessage | undefined;
  waitUntil?: number | undefined;
  /** Counts the results; each one leads the visitor to the message. */
  times: number;
}

/** The state of a form except its fields, which keep their own text: it is read when the form is submitted. */
export function useForm<Name extends string>(options: FormOptions<Name>): FormState {
  const { draft } = options;
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  const latest = useRef(options);
  const saved = useRef<FormValues<Name>>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const [told, setTold] = useState<Told>({ errors: {}, times: 0 });
  const waitSeconds = useCountdown(told.waitUntil);

  useEffect(() => {
    latest.current = options;
  });

  const noteInput = useCallback(() => {
    if (element.current === null || saved.current === undefined) return;
    const { names } = latest.current;
    const values = valuesIn(element.current, names);
    const isChanged = names.some((name) => values[name] !== saved.current?.[name]);
    setDirty(isChanged);
    setTold((before) => {
      if (before.watched === undefined || before.watched.length === 0) return before;
      const now = valuesOf(element.current, latest.current);
      const errors = errorsNow(before, now, latest.current.check?.(now) ?? {});
      return isSame(errors, before.errors) ? before : { ...before, errors };
    });
    if (draft === undefined) return;
    if (isChanged) keepDraft(draft, values, secretNames(element.current));
    else forgetDraft(draft);
  }, [draft]);

  useEffect(() => {
    const form = element.current;
    if (form === null) return;
    saved.current ??= valuesIn(form, latest.current.names);
    const kept = draft === undefined ? undefined : readDraft(draft);
    if (kept !== undefined) typeInto(form, kept);
  }, [draft]);

  useEffect(() => {
    if (told.times === 0 || element.current === null) return;
    const wrong = element.current.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong !== null) wrong.focus();
    else element.current.querySelector('[data-form-message]')?.scrollIntoView({ block: 'nearest' });
  }, [told.times]);

  const tell = (what: Omit<Told, 'times'>) => setTold((before) => ({ ...what, times: before.times + 1 }));
  const tellSuccess = (text: ReactNode) => tell({ errors: {}, message: { kind: 'success', text } });

  async function submit(form: HTMLFormElement) {
    if (busy.current || waitSeconds > 0) return;
    const { names, clears } = latest.current;
    const values = valuesIn(form, names);
    const wrong = withTexts(latest.current.check?.(values) ?? {});
    if (Object.keys(wrong).length > 0) {
      tell({ errors: wrong, watched: Object.keys(wrong) });
      return;
    }
    const sent = valuesOf(form, latest.current);
    busy.current = true;
    setBusy(true);
    setTold(({ times }) => ({ errors: {}, times }));
    try {
      const text = await latest.current.submit(values, tellSuccess);
      if (draft !== undefined) forgetDraft(draft);
      if (clears) form.reset();
      saved.current = valuesIn(form, names);
      setDirty(false);
      if (text !== undefined) tellSuccess(text);
    } catch (error) {
      const failed = failureOf(error, latest.current);
      const { errors } = failed;
      tell({ ...failed, watched: Object.keys(errors), refused: { errors, values: sent } });
    } finally {
      busy.current = false;
      setBusy(false);
    }
  }

  return {
    id,
    ref: element,
    onSubmit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
    onInput: noteInput,
    isBusy,
    errors: told.errors,
    message: told.waitUntil !== undefined && waitSeconds === 0 ? undefined : told.message,
    waitSeconds,
    hasWaited: told.waitUntil !== undefined && waitSeconds === 0,
    isDirty: isDirty && !isBusy,
    discard: () => {
      if (draft !== undefined) forgetDraft(draft);
      setDirty(false);
    },
  };
}

function valuesOf<Name extends string>(
  form: HTMLFormElement | null,
  { names, others }: FormOptions<Name>,
): FormValues<Name> {
  const inFields = form === null ? ({} as FormValues<Name>) : valuesIn(form, names);
  return { ...inFields, ...others?.() };
}

/**
 * The current errors of the fields that were reported wrong. An error disappears once its field is valid; an error from
 * the server, once the value changes. Other fields get no error, so that nobody is corrected while first typing.
 */
export function errorsNow(
  { watched = [], refused }: Pick<Told, 'watched' | 'refused'>,
  values: Partial<FormValues>,
  checked: FieldErrors,
): FieldErrors {
  const wrong = watched.map((name) => {
    const isAsRefused = refused !== undefined && refused.values[name] === values[name];
    return [name, checked[name] || (isAsRefused ? refused.errors[name] : undefined)] as const;
  });
  return withTexts(Object.fromEntries(wrong));
}

function isSame(some: FieldErrors, others: FieldErrors): boolean {
  const names = new Set([...Object.keys(some), ...Object.keys(others)]);
  return [...names].every((name) => some[name] === others[name]);
}

/** The fields that are wrong, and the message above the form: the problems that no field shows. */
export function failureOf(error: unknown, options: FormOptions<string>): Omit<Told, 'times'> {
  if (!isApiError(error)) {
    // This is a bug of ours, so it belongs in the console as well.
    reportError(error);
    return { errors: {}, message: { kind: 'error', text: options.failed } };
  }
  const errors: FieldErrors = {};
  const others: string[] = [];
  for (const [name, text] of Object.entries(error.fields)) {
    if (options.names.includes(name)) errors[name] = text;
    else others.push(text);
  }
  const explained = options.explain?.(error);
  const isSaidByField = Object.values(errors).includes(error.message);
  const isWordless = error.message === '' || error.code === UNREADABLE_ANSWER;
  const said = isWordless ? (options.refused ?? options.failed) : error.message;
  const own = isSaidByField ? others.join(' ') : said;
  const text = explained ?? own;
  return {
    errors,
    message: text === '' ? undefined : { kind: 'error', text },
    waitUntil:
      error.status === 429 &&
      error.retryAfterSeconds !== undefined &&
      error.retryAfterSeconds <= MAX_COUNTDOWN_SECONDS
        ? Date.now() + error.retryAfterSeconds * 1000
        : undefined,
  };
}

function withTexts<Name extends string>(errors: FieldErrors<Name>): FieldErrors<Name> {
  return Object.fromEntries(
    Object.entries(errors).filter(([, text]) => text !== undefined && text !== ''),
  ) as FieldErrors<Name>;
}
