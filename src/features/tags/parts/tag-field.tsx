import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { plural } from '#base/text.ts';
import { tagKey, tagName } from '#features/labels/rules/tag-key.ts';
import { classNames } from '#ui/class-names.ts';
import { Field } from '#ui/field.tsx';
import { useFormContext } from '#ui/form-context.ts';
import { CloseIcon } from '#ui/icons.tsx';
import { List } from '#ui/list.tsx';
import { JoinOffer } from '../components/join-offer.tsx';
import { addWord, joinedName, NO_WORDS, removeTag, splitWords } from '../components/joinable-words.ts';
import { useTagSuggestions } from '../components/tag-suggestions.ts';
import { isTooLongTag, storyTagNames } from '../rules.ts';
import styles from './tag-field.module.css';
import { withPlainCommas } from './typed-tags.ts';

export type TagFieldProps = {
  name: string;
  label: string;
  hint?: string;
  tags: readonly string[];
  onChange: (tags: string[]) => void;
};

/** A comma or a space ends a tag: within a tag a hyphen replaces the space. */
const TAG_SEPARATOR = /[,\s]/;

/** A field for tags with suggestions: a combobox with a list of the chosen tags before it. */
export function TagField({ name, label, hint, tags, onChange }: TagFieldProps) {
  const { isBusy } = useFormContext();
  const id = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  /** The last change of the tags in words, since the list itself is not announced. */
  const [told, setTold] = useState('');
  const [joinable, setJoinable] = useState(NO_WORDS);
  // Too long tags stay in the text: until that is done, commas and Enter alone end them, so that no word is torn off.
  const [isRefused, setRefused] = useState(false);
  const refused = isRefused ? typed : '';
  const check = storyTagNames(refused.split(','));
  const error = check.ok ? undefined : check.message;
  useEffect(() => {
    // The message is the last part of the field, and would appear below the window or behind the form’s bar.
    if (error !== undefined) anchor.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const { suggestions, close } = useTagSuggestions(typed, tags);
  const isOpen = suggestions.length > 0 && !isBusy;
  const wrap = (at: number) => (at + suggestions.length) % suggestions.length;
  const highlighted = isOpen ? suggestions[active] : undefined;
  const joined = isBusy ? undefined : joinedName(joinable);

  /** Adds new tags after `existing`, except too long ones; returns for each tag whether it was new. */
  function add(added: readonly string[], existing = tags): boolean[] {
    const known = new Set(existing.map(tagKey));
    const newTags: string[] = [];
    const isNew = added.map(tagName).map((tag) => {
      const key = tagKey(tag);
      if (key === '' || known.has(key) || isTooLongTag(tag)) return false;
      known.add(key);
      newTags.push(tag);
      return true;
    });
    if (newTags.length > 0 || existing !== tags) onChange([...existing, ...newTags]);
    const tooLong = added.map((tag) => tag.trim()).filter(isTooLongTag);
    const total = existing.length + newTags.length;
    setTold(newTags.length === 0 ? '' : `${plural(newTags.length, 'tag')} added, ${total} in all.`);
    setTyped(tooLong.join(', '));
    setRefused(tooLong.length > 0);
    setActive(-1);
    close();
    return isNew;
  }

  /** Adds complete tags, such as suggested ones. */
  function addComplete(added: readonly string[]) {
    add(added);
    setJoinable(NO_WORDS);
  }

  /** Adds a suggested tag, in place of the words before the cursor with which it begins: 'slow' of 'slow burn'. */
  function choose(suggestion: string) {
    const begun = joinable.isOver ? [] : joinable.words;
    const from = begun.findIndex((_, at) => {
      const words = begun.slice(at).map(({ word }) => word);
      return tagKey(suggestion).startsWith(tagKey([...words, typed].join(' ')));
    });
    const parts = new Set(
      (from === -1 ? [] : begun.slice(from)).flatMap(({ word, isNew }) => (isNew ? [word] : [])),
    );
    add(
      [suggestion],
      tags.filter((tag) => !parts.has(tag)),
    );
    setJoinable(NO_WORDS);
  }

  function addWords(words: readonly { word: string; end: 'space' | 'other' }[]) {
    const isNew = add(words.map(({ word }) => word));
    setJoinable((before) =>
      words.reduce(
        (words, { word, end }, at) => addWord(words, { word: tagName(word), isNew: isNew[at] ?? false }, end),
        before,
      ),
    );
  }

  function join(name: string) {
    const parts = new Set(joinable.words.flatMap(({ word, isNew }) => (isNew ? [word] : [])));
    add(
      [name],
      tags.filter((tag) => !parts.has(tag)),
    );
    setJoinable(NO_WORDS);
    input.current?.focus();
  }

  function remove(tag: string) {
    onChange(tags.filter((one) => one !== tag));
    setTold(`1 tag removed, ${tags.length - 1} left.`);
    setJoinable((before) => removeTag(before, tag));
    input.current?.focus();
  }

  // A phone's keyboard reports no keys, so the end of a tag is detected in the text.
  function change(entered: string, isComposing: boolean) {
    const text = isComposing ? entered : withPlainCommas(entered);
    setActive(-1);
    if (isComposing || !(isRefused ? /,/ : TAG_SEPARATOR).test(text)) {
      setTyped(text);
      setTold('');
      if (text === '') setRefused(false);
      // The same tags, so that the form checks the text, too, which is a part of the field.
      if (isRefused) onChange([...tags]);
    } else if (isRefused) addComplete(text.split(','));
    else addWords(splitWords(text));
  }

  function finish() {
    if (isRefused) addComplete(typed.split(','));
    else if (typed.trim() !== '') addWords([{ word: typed, end: 'other' }]);
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const text = withPlainCommas(event.clipboardData.getData('text/plain'));
    if (!/[,\n\s]/.test(text.trim())) return;
    event.preventDefault();
    // Pasted text is split at commas and lines only: its spaces belong to the tags.
    addComplete(`${typed}${text}`.split(/[,\n]/));
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || isBusy) return;
    if (event.key === 'Enter') {
      // Enter would submit the form.
      event.preventDefault();
      if (highlighted !== undefined) choose(highlighted);
      else finish();
    } else if (event.key === 'Backspace' && typed === '') {
      const last = tags.at(-1);
      if (last !== undefined) remove(last);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && isOpen) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at) => (at === -1 && step === -1 ? suggestions.length - 1 : wrap(at + step)));
    }
  }

  return (
    <Field name={name} label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <div ref={anchor} className={styles.anchor}>
            <div className={classNames(styles.box, isBusy && styles.busy)}>
              {tags.length === 0 ? null : (
                <List aria-label="Chosen tags" className={styles.tags}>
                  {tags.map((tag) => (
                    <li key={tag} className={styles.tag}>
                      <span className={styles.name}>{tag}</span>
                      <button
                        type="button"
                        className={styles.remove}
                        aria-label={`Remove ${tag}`}
                        aria-disabled={isBusy || undefined}
                        onClick={() => isBusy || remove(tag)}
                      >
                        <CloseIcon size={14} />
                      </button>
                    </li>
                  ))}
                </List>
              )}
              <input
                {...control}
                // The form submits the tags, not the text being typed.
                name={undefined}
                ref={input}
                className={styles.input}
                type="text"
                role="combobox"
                aria-expanded={isOpen}
                aria-controls={isOpen ? `${id}-list` : undefined}
                aria-activedescendant={highlighted === undefined ? undefined : `${id}-${active}`}
                aria-autocomplete="list"
                autoComplete="off"
                autoCapitalize="none"
                enterKeyHint="enter"
                readOnly={isBusy}
                value={typed}
                onChange={(event) =>
                  change(event.target.value, (event.nativeEvent as InputEvent).isComposing ?? false)
                }
                onCompositionEnd={(event) => change(event.currentTarget.value, false)}
                onKeyDown={onKeyDown}
                onPaste={paste}
                onBlur={finish}
              />
            </div>
            <input type="hidden" name={name} value={[...tags, refused].filter(Boolean).join(', ')} />
            {isOpen ? (
              <div
                ref={(list) => list?.scrollIntoView({ block: 'nearest' })}
                id={`${id}-list`}
                role="listbox"
                aria-label="Suggested tags"
                className={styles.list}
              >
                {suggestions.map((tag, at) => (
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active one
                  // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the text's
                  <div
                    key={tag}
                    id={`${id}-${at}`}
                    role="option"
                    aria-selected={at === active}
                    className={classNames(styles.option, at === active && styles.active)}
                    // Blurring the input would add the typed text.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => choose(tag)}
                  >
                    {tag}
                  </div>
                ))}
              </div>
            ) : null}
            <span aria-live="polite" aria-atomic="true" className="visually-hidden">
              {isOpen
                ? plural(suggestions.length, 'suggested tag')
                : joined === undefined
                  ? (error ?? told)
                  : `${told} Join as “${joined}”? The button is below.`}
            </span>
          </div>
          {joined === undefined ? null : <JoinOffer name={joined} onJoin={join} />}
        </>
      )}
    </Field>
  );
}
