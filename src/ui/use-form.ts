import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type ApiError, isApiError, UNREADABLE_ANSWER } from '#base/failure.ts';
import { deleteDraft, readDraft, saveDraft } from './form-draft.ts';
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
  otherValues?: () => Partial<FormValues<Name>>;
  /** Asks the visitor before valid values are sent; false: nothing is sent, and nothing changes. */
  confirm?: (values: FormValues<Name>) => Promise<boolean>;
  /**
   * Submits the values. A returned text is shown as success; `showProgress` shows one meanwhile. The form stays busy until the
   * promise settles, so navigation should be awaited too: `await navigate(…)`.
   */
  submit: (values: FormValues<Name>, showProgress: (text: string) => void) => Promise<string | undefined>;
  /** The message of a failure without a text of its own. */
  failureMessage: string;
  /** The message when the site answered without a text; `failureMessage` by default. */
  rejectedMessage?: string;
  /** Another message for a failure, for example with a link that helps; undefined: its own. */
  explain?: (error: ApiError) => ReactNode;
  /** Empties the fields after success. */
  clearsOnSuccess?: boolean;
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

interface FormOutcome {
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
  const [outcome, setOutcome] = useState<FormOutcome>({ errors: {}, times: 0 });
  const waitSeconds = useCountdown(outcome.waitUntil);

  useEffect(() => {
    latest.current = options;
  });

  const handleInput = useCallback(() => {
    if (element.current === null || saved.current === undefined) return;
    const { names } = latest.current;
    const values = valuesIn(element.current, names);
    const changed = names.filter((name) => values[name] !== saved.current?.[name]);
    setDirty(changed.length > 0);
    setOutcome((previous) => {
      if (previous.watched === undefined || previous.watched.length === 0) return previous;
      const now = valuesOf(element.current, latest.current);
      const errors = currentErrors(previous, now, latest.current.check?.(now) ?? {});
      return isSame(errors, previous.errors) ? previous : { ...previous, errors };
    });
    if (draft === undefined) return;
    // The other fields may be stored with another text before the draft is typed in again.
    if (changed.length > 0)
      saveDraft(draft, valuesIn(element.current, changed), secretNames(element.current));
    else deleteDraft(draft);
  }, [draft]);

  // Before anybody can type into the new fields: what they typed would count as saved.
  useLayoutEffect(() => {
    const form = element.current;
    if (form === null) return;
    saved.current ??= valuesIn(form, latest.current.names);
    const savedDraft = draft === undefined ? undefined : readDraft(draft);
    if (savedDraft !== undefined) typeInto(form, savedDraft);
  }, [draft]);

  useEffect(() => {
    if (outcome.times === 0 || element.current === null) return;
    const wrong = element.current.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong !== null) wrong.focus();
    else element.current.querySelector('[data-form-message]')?.scrollIntoView({ block: 'nearest' });
  }, [outcome.times]);

  const report = (what: Omit<FormOutcome, 'times'>) =>
    setOutcome((previous) => ({ ...what, times: previous.times + 1 }));
  const reportSuccess = (text: ReactNode) => report({ errors: {}, message: { kind: 'success', text } });

  async function submit(form: HTMLFormElement) {
    if (busy.current || waitSeconds > 0) return;
    const { names, clearsOnSuccess } = latest.current;
    const values = valuesIn(form, names);
    const wrong = withTexts(latest.current.check?.(values) ?? {});
    if (Object.keys(wrong).length > 0) {
      report({ errors: wrong, watched: Object.keys(wrong) });
      return;
    }
    const sent = valuesOf(form, latest.current);
    busy.current = true;
    if ((await latest.current.confirm?.(values)) === false) {
      busy.current = false;
      return;
    }
    setBusy(true);
    setOutcome(({ times }) => ({ errors: {}, times }));
    try {
      const text = await latest.current.submit(values, reportSuccess);
      if (draft !== undefined) deleteDraft(draft);
      if (clearsOnSuccess) form.reset();
      saved.current = valuesIn(form, names);
      setDirty(false);
      if (text !== undefined) reportSuccess(text);
    } catch (error) {
      const failed = failureOf(error, latest.current);
      const { errors } = failed;
      report({ ...failed, watched: Object.keys(errors), refused: { errors, values: sent } });
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
    onInput: handleInput,
    isBusy,
    errors: outcome.errors,
    message: outcome.waitUntil !== undefined && waitSeconds === 0 ? undefined : outcome.message,
    waitSeconds,
    hasWaited: outcome.waitUntil !== undefined && waitSeconds === 0,
    isDirty: isDirty && !isBusy,
    discard: () => {
      if (draft !== undefined) deleteDraft(draft);
      setDirty(false);
    },
  };
}

function valuesOf<Name extends string>(
  form: HTMLFormElement | null,
  { names, otherValues }: FormOptions<Name>,
): FormValues<Name> {
  const inFields = form === null ? ({} as FormValues<Name>) : valuesIn(form, names);
  return { ...inFields, ...otherValues?.() };
}

/**
 * The current errors of the fields that were reported wrong. An error disappears once its field is valid; an error from
 * the server, once the value changes. Other fields get no error, so that nobody is corrected while first typing.
 */
export function currentErrors(
  { watched = [], refused }: Pick<FormOutcome, 'watched' | 'refused'>,
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
export function failureOf(error: unknown, options: FormOptions<string>): Omit<FormOutcome, 'times'> {
  if (!isApiError(error)) {
    // This is a bug of ours, so it belongs in the console as well.
    reportError(error);
    return { errors: {}, message: { kind: 'error', text: options.failureMessage } };
  }
  const errors: FieldErrors = {};
  const others: string[] = [];
  for (const [name, text] of Object.entries(error.fields)) {
    if (options.names.includes(name)) errors[name] = text;
    else others.push(text);
  }
  const explained = options.explain?.(error);
  const isShownByField = Object.values(errors).includes(error.message);
  const hasNoText = error.message === '' || error.code === UNREADABLE_ANSWER;
  const formMessage = hasNoText ? (options.rejectedMessage ?? options.failureMessage) : error.message;
  const own = isShownByField ? others.join(' ') : formMessage;
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
