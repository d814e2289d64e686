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
  /** The fields' names. Where they are those of the call's input, its failures find their fields. */
  names: readonly Name[];
  /** What can be told without asking the server: the message of each field that is wrong. */
  check?: (values: FormValues<Name>) => FieldErrors<Name>;
  /** The texts of names that no field holds, such as an editor's. */
  others?: () => Partial<FormValues<Name>>;
  /**
   * Does it. A text it gives is shown as success; `tell` shows one while it goes on. The form stays busy until it
   * is done, so what leads elsewhere waits for that too: `await navigate(…)`.
   */
  submit: (values: FormValues<Name>, tell: (text: string) => void) => Promise<string | undefined>;
  /** What is told when it fails for no reason that has a text of its own. */
  failed: string;
  /** What is told when the site answered without a text of its own; `failed` where it is left out. */
  refused?: string;
  /** Other words for a failure, such as with a link that helps; undefined: its own. */
  explain?: (error: ApiError) => ReactNode;
  /** Empties the fields after success. */
  clears?: boolean;
  /** Keeps what is typed under this name until it is saved; it must name the account as well. */
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
  /** Seconds until the server wants to be asked again; 0: now. */
  waitSeconds: number;
  /** Whether it was told to wait, and may now try again. */
  hasWaited: boolean;
  /** Whether anything was typed that is neither saved nor being saved. */
  isDirty: boolean;
  /** Gives up what was typed and not saved. */
  discard: () => void;
}

/** A longer wait is told in words: nobody watches it pass, and something else may end it before. */
const MAX_COUNTDOWN_SECONDS = 3600;

interface Told {
  errors: FieldErrors;
  /** The server’s errors and the values it refused: only the server knows why. */
  refused?: { errors: FieldErrors; values: FormValues } | undefined;
  /** The fields whose errors follow what is typed: those that were wrong when the form was sent, and no others. */
  watched?: readonly string[] | undefined;
  message?: FormMessage | undefined;
  waitUntil?: number | undefined;
  /** Counts what was told: each time the visitor is led there. */
  times: number;
}

/** Everything about a form but its fields, which keep their own text: it is read when the form is submitted. */
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
 * The errors of the fields that were told to be wrong, as they are by now: gone once a field is right, and where the
 * server found it wrong, once it holds something else. Fields that nobody was told about stay as they are: no one is
 * corrected while first typing.
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

/** Which fields are wrong, and what stands above the form: what the fields do not say themselves. */
export function failureOf(error: unknown, options: FormOptions<string>): Omit<Told, 'times'> {
  if (!isApiError(error)) {
    // A mistake of ours, which belongs into the console as well.
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
