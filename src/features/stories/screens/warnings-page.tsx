import type { PageMeta } from '#base/page-meta.ts';
import { useHiddenText } from '#features/hidden/parts/own-hidden.ts';
import { useHiding } from '#features/hidden/parts/use-hiding.ts';
import { parseHiddenSet } from '#features/hidden/rules.ts';
import { contentWarnings, type WarningName } from '#features/labels/contract/warnings.ts';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { RadioRow } from '#ui/radio-row.tsx';
import { urls } from '#urls.ts';
import { foldWarning, useFoldedWarnings } from '../components/folded-warnings.ts';
import styles from './warnings-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Content warnings',
    description:
      'Choose which content warnings you see by name, which stay folded until you ask, and which stories you never meet.',
    canonical: urls.warnings(),
  };
}

const choices = { show: 'Show', fold: 'Fold', hide: 'Hide' } as const;
const CHOICES = Object.keys(choices) as (keyof typeof choices)[];
const NAMES = Object.keys(contentWarnings) as WarningName[];

/** The reader's choice for each warning. Which ones are folded is known to this device alone. */
export function WarningsPage() {
  const folded = useFoldedWarnings();
  const hidden = parseHiddenSet(useHiddenText()).warnings;
  const { change } = useHiding();
  function choose(name: WarningName, choice: keyof typeof choices) {
    if (choice !== 'hide') foldWarning(name, choice === 'fold');
    const isHidden = choice === 'hide';
    if (isHidden !== hidden.includes(name)) change({ kind: 'warning', name, isHidden });
  }
  return (
    <NarrowPage
      size="form"
      title="Content warnings"
      lead="Authors say what to expect in a story. You choose how much of it you want to know beforehand."
    >
      <dl className={styles.meanings}>
        <div>
          <dt>Show</dt>
          <dd>The warning stands on cards, story pages and chapters.</dd>
        </div>
        <div>
          <dt>Fold</dt>
          <dd>For readers who dislike spoilers: you see that there are warnings, and a press names them.</dd>
        </div>
        <div>
          <dt>Hide</dt>
          <dd>
            Stories with it stay out of your lists and search. <a href={urls.hidden()}>Everything you hide</a>
          </dd>
        </div>
      </dl>
      <div className={`needs-script ${styles.rows}`}>
        {NAMES.map((name) => (
          <RadioRow
            key={name}
            className={styles.row}
            title={contentWarnings[name]}
            options={CHOICES}
            selected={hidden.includes(name) ? 'hide' : folded.includes(name) ? 'fold' : 'show'}
            onChoose={(choice) => choose(name, choice)}
            renderOption={(choice) => choices[choice]}
          />
        ))}
      </div>
      <p className={`without-script ${styles.hint}`}>
        Folding needs JavaScript: without it, all are shown. <a href={urls.hidden()}>Hiding</a> does not.
      </p>
      <p className={styles.hint}>
        Folded warnings are kept in this browser only, and apply at once. A warning is an author’s word: if
        one is missing, report the story, and our staff can add it.
      </p>
    </NarrowPage>
  );
}
