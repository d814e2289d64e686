import {
  type ChangeEvent,
  type FormEvent,
  startTransition,
  useEffect,
  useOptimistic,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { plural } from '#base/text.ts';
import { STORY_STATUSES, storyStatusLabels } from '#features/labels/contract/status.ts';
import { contentWarnings } from '#features/labels/contract/warnings.ts';
import { languageName } from '#features/labels/rules/language-name.ts';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { TAG_KINDS, type TagKind, tagKindLabels } from '#features/tags/contract/tags.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { STORY_FILTER_NAMES, type StoryFilterName, type StoryFilterText } from '../contract/filters.ts';
import { listAddress } from '../rules/filter-words.ts';
import { filterTextOf, type PageListView } from '../rules/list-request.ts';
import { namesIn } from '../rules/names.ts';
import styles from './filter-panel.module.css';
import { SavedFiltersInPanel } from './saved-filters-in-panel.tsx';

export type FilterPanelProps = { view: PageListView; total: number };

interface Choice {
  value: string;
  label: string;
  count?: number | undefined;
}

/** The parts of a filter in a form, each name once, as the address has them. */
function filterOf(form: HTMLFormElement): Record<string, string> {
  const data = new FormData(form);
  return Object.fromEntries(
    STORY_FILTER_NAMES.map((name) => [
      name,
      data
        .getAll(name)
        .map((value) => String(value).trim())
        .filter((value) => value !== '')
        .join(','),
    ]),
  );
}

/** The fields of a filter. Every choice applies at once; without script the button applies them. */
export function FilterPanel({ view, total }: FilterPanelProps) {
  const { problems, counts } = view;
  const location = useLocation();
  // A choice shows at once, and the list follows. A refused value stays in its field.
  const [filter, showFilter] = useOptimistic<StoryFilterText>(
    filterTextOf(new URLSearchParams(location.search)),
  );
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);

  function apply(more: Record<string, string> = {}) {
    if (form.current === null) return;
    const chosen = { ...filterOf(form.current), ...more };
    const address = listAddress(location, chosen);
    startTransition(async () => {
      showFilter(chosen);
      await navigate(address, {
        replace: true,
        preventScrollReset: true,
        state: { keepScrollPosition: true },
      });
    });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    apply({ filters: '' });
  }
  const others = [...new URLSearchParams(location.search)].filter(
    ([name]) => name !== 'page' && name !== 'filters' && !STORY_FILTER_NAMES.some((part) => part === name),
  );
  const chosen = (name: StoryFilterName) => namesIn(filter[name]);
  const group = (name: StoryFilterName, legend: string, choices: Choice[], hint?: string) =>
    choices.length === 0 ? null : (
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{legend}</legend>
        {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
        <div className={styles.choices}>
          {choices.map(({ value, label, count }) => (
            <label key={value} className={styles.choice}>
              <input
                type="checkbox"
                name={name}
                value={value}
                checked={chosen(name).includes(value)}
                onChange={(event) => toggle(event, name)}
              />
              <span className={styles.name}>{label}</span>
              {count === undefined ? null : <span className={styles.count}>{count}</span>}
            </label>
          ))}
        </div>
      </fieldset>
    );
  function toggle(event: ChangeEvent<HTMLInputElement>, name: StoryFilterName) {
    const { value, checked } = event.target;
    const rest = chosen(name).filter((other) => other !== value);
    apply({ [name]: [...rest, ...(checked ? [value] : [])].join() });
  }
  const typed = (
    name: StoryFilterName,
    label: string,
    more: Pick<TypedProps, 'hint' | 'type' | 'inputMode'> & { value?: string } = {},
  ) => (
    <Typed
      name={name}
      label={label}
      value={filter[name]}
      problem={problems[name]}
      onCommit={apply}
      {...more}
    />
  );
  const typedNames = (name: StoryFilterName, label: string, hint: string, names = chosen(name)) =>
    typed(name, label, { hint, value: names.join(', ') });
  const countOf = (list: { name: string; count: number }[] | undefined, name: string) =>
    list === undefined ? undefined : (list.find((each) => each.name === name)?.count ?? 0);
  const languages = [
    ...new Set([...chosen('language'), ...(counts?.languages.map(({ name }) => name) ?? [])]),
  ];
  const offered = counts?.tags ?? [];
  const typedTags = chosen('tags').filter((tag) => !offered.some(({ name }) => name === tag));
  const tagsOf = (kind: TagKind | null): Choice[] =>
    offered
      .filter((tag) => tag.kind === kind)
      .map(({ name, count }) => ({ value: name, label: name, count }));

  return (
    <form
      ref={form}
      className={styles.panel}
      action={location.pathname}
      onSubmit={submit}
      aria-label="Filters"
      data-keeps-place=""
    >
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SavedFiltersInPanel />
      <div className={styles.columns}>
        {group(
          'status',
          'Status',
          STORY_STATUSES.map((value) => ({
            value,
            label: storyStatusLabels[value],
            count: countOf(counts?.statuses, value),
          })),
        )}
        <fieldset className={styles.group}>
          <legend className={styles.legend}>Length and date</legend>
          <div className={styles.pair}>
            {typed('min_words', 'From words', { inputMode: 'numeric' })}
            {typed('max_words', 'To words', { inputMode: 'numeric' })}
          </div>
          {typed('updated_since', 'Updated since', { type: 'date' })}
        </fieldset>
        {group(
          'not_warnings',
          'Leave out warnings',
          Object.entries(contentWarnings).map(([value, label]) => ({
            value,
            label,
            count: countOf(counts?.warnings, value),
          })),
        )}
        {group(
          'language',
          'Language',
          languages.map((value) => ({
            value,
            label: languageName(value),
            count: countOf(counts?.languages, value),
          })),
        )}
      </div>
      <div className={styles.tags}>
        {TAG_KINDS.filter((kind) => tagsOf(kind).length > 0).map((kind) => (
          <div key={kind}>{group('tags', tagKindLabels[kind], tagsOf(kind))}</div>
        ))}
        {group('tags', offered.some((tag) => tag.kind !== null) ? 'Other tags' : 'Tags', tagsOf(null))}
      </div>
      <div className={styles.columns}>
        {typedNames('tags', 'Also with these tags', 'Separated by commas', typedTags)}
        {typedNames('not_tags', 'Without these tags', 'Separated by commas')}
        {typedNames('authors', 'Only by', 'Usernames, separated by commas')}
        {typedNames('not_authors', 'Not by', 'Usernames, separated by commas')}
      </div>
      {counts?.is_capped ? (
        <p className={styles.hint}>The numbers count the first 2,000 stories of this list.</p>
      ) : null}
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          Show {plural(total, 'story', 'stories')}
        </Button>
        <ButtonLink href={listAddress(location, { filters: undefined })}>Close</ButtonLink>
      </div>
    </form>
  );
}

type TypedProps = {
  name: StoryFilterName;
  label: string;
  hint?: string;
  value: string | undefined;
  problem: string | undefined;
  onCommit: () => void;
  type?: 'date';
  /**
   * Names a field of words, which tells how long they take to read. A field of the type “number” keeps from this code what
   * is no number, and Firefox lets a reader type it: nothing would refuse it.
   */
  inputMode?: 'numeric';
};

/** A field that applies once it is left or Enter is pressed, and follows the address when it is not being typed in. */
function Typed({ name, label, hint, value = '', problem, onCommit, inputMode, ...rest }: TypedProps) {
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(+value);
  useEffect(() => {
    const input = field.current;
    if (input !== null && problem === undefined && document.activeElement !== input) {
      input.value = value;
      setWords(+value);
    }
  }, [value, problem]);
  return (
    <TextField
      ref={field}
      name={name}
      label={label}
      defaultValue={value}
      onBlur={(event) => {
        if (event.target.value.trim() !== value) onCommit();
      }}
      onInput={(event) => setWords(+event.currentTarget.value)}
      {...(words > 0 && inputMode === 'numeric'
        ? { hint: `About ${readingTime(words)}` }
        : hint === undefined
          ? {}
          : { hint })}
      {...(problem === undefined ? {} : { error: problem })}
      {...(inputMode === undefined ? {} : { inputMode })}
      {...rest}
    />
  );
}
