import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { type PenName, penNameMessages } from '../contract.ts';

const nameOf = ({ display_name, username }: PenName) => display_name || username;

export type PenNameFieldProps = {
  /** Two or more, or none, in which case there is nothing to choose. */
  names: PenName[];
  /** The username that is chosen at first; the default one if left out, or not among the names. */
  initial?: string;
  hint?: ReactNode;
};

/** The choice of the name under which something is published: the field `author_username`. */
export function PenNameField({ names, initial, hint }: PenNameFieldProps) {
  if (names.length === 0) return null;
  const isInitial = (one: PenName) => one.username === initial;
  return (
    <SelectField
      name="author_username"
      label="Publish as"
      hint={hint ?? 'Readers see this name and no other.'}
      defaultValue={(names.find(isInitial) ?? names.find((one) => one.is_default))?.username}
      options={names.map((one) => ({
        value: one.username,
        label: nameOf(one) === one.username ? one.username : `${nameOf(one)} (@${one.username})`,
      }))}
    />
  );
}

interface Question {
  title: string;
  text: string;
  confirmLabel: string;
  answer: (isConfirmed: boolean) => void;
}

export interface PenNameChoice {
  /** The field as part of a call's input. */
  inputOf: (typed: string) => { author_username?: string };
  check: (typed: string) => string | undefined;
  /** Asks before the first work under a name, and before a story moves to another. */
  confirm: (typed: string) => Promise<boolean>;
  dialog: ReactNode;
}

/** The rules of the choice, and the window that asks. `current` is the name of the work that is edited. */
export function usePenNameChoice(names: PenName[], current?: string): PenNameChoice {
  const [question, setQuestion] = useState<Question>();
  const [isOpen, setOpen] = useState(false);

  function ask(texts: Omit<Question, 'answer'>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setQuestion({ ...texts, answer: resolve });
    setOpen(true);
    return promise;
  }

  function finish(isConfirmed: boolean) {
    setOpen(false);
    question?.answer(isConfirmed);
  }

  return {
    inputOf: (typed) =>
      names.length === 0 || typed === '' || typed === current ? {} : { author_username: typed },
    check: (typed) => (names.length > 0 && typed === '' ? penNameMessages.chosenRequired : undefined),
    confirm: async (typed) => {
      const chosen = names.find((one) => one.username === typed);
      if (chosen === undefined || chosen.username === current) return true;
      const usual = names.find((one) => (current === undefined ? one.is_default : one.username === current));
      if (current !== undefined) return ask(moveQuestion(chosen, usual));
      // A name that has been used needs no warning any more.
      if (chosen.is_default || usual === undefined || chosen.story_count + chosen.series_count > 0)
        return true;
      return ask(firstQuestion(chosen, usual));
    },
    dialog:
      question === undefined ? null : (
        <ConfirmDialog
          open={isOpen}
          onOpenChange={(open) => open || finish(false)}
          title={question.title}
          text={question.text}
          confirmLabel={question.confirmLabel}
          cancelLabel="Go back"
          onConfirm={() => finish(true)}
        />
      ),
  };
}

function firstQuestion(chosen: PenName, usual: PenName) {
  return {
    title: `You publish as ${nameOf(chosen)}, not as ${nameOf(usual)}`,
    text: `Nothing has appeared under ${nameOf(chosen)} yet. Readers will see this name alone; make sure that text, tags and notes don’t tell who else you are. We ask only once for each name.`,
    confirmLabel: 'Publish under this name',
  };
}

function moveQuestion(chosen: PenName, before: PenName | undefined) {
  const from = before === undefined ? 'its present name' : nameOf(before);
  return {
    title: `Move this story to ${nameOf(chosen)}?`,
    text: `It keeps its address, chapters, votes and bookmarks, and leaves its series. Anyone who has seen it under ${from} can tell that both names are yours: copies, search engines and memories keep the old one.`,
    confirmLabel: 'Move the story',
  };
}
