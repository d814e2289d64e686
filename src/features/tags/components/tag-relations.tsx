import type { ReactNode } from 'react';
import { Chip, ChipList } from '#ui/chip.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { urls } from '#urls.ts';
import styles from './tag-relations.module.css';

/** About two lines on a phone: the stories stay in view. */
const SHOWN = 8;
/** A switch that hides fewer tags would take as much space as the tags. */
const MIN_FOLDED_TAGS = 4;

/** The tags above and below a tag. */
export function TagFamily({
  tag,
  parents,
  narrower,
}: {
  tag: string;
  parents: readonly string[];
  narrower: readonly string[];
}) {
  if (parents.length === 0 && narrower.length === 0) return null;
  return (
    <div className={styles.family}>
      <Row label="Part of" names={parents} listLabel={`Tags that include ${tag}`} />
      <Row label="Includes" names={narrower} listLabel={`Tags that ${tag} includes`} />
    </div>
  );
}

/** Tags of the same stories, and a way to suggest how they are related. */
export function TagNeighbours({ related, children }: { related: readonly string[]; children: ReactNode }) {
  if (related.length === 0) return <div className={styles.alone}>{children}</div>;
  return (
    <section className={styles.neighbours} aria-labelledby="related-tags">
      <h2 id="related-tags" className={styles.heading}>
        Often together with
      </h2>
      <ChipList label="Related tags">{chipsOf(related)}</ChipList>
      {children}
    </section>
  );
}

function Row({ label, listLabel, names }: { label: string; listLabel: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  const isLong = names.length >= SHOWN + MIN_FOLDED_TAGS;
  return (
    <div className={styles.row}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <div className={styles.chips}>
        <ChipList label={listLabel}>{chipsOf(isLong ? names.slice(0, SHOWN) : names)}</ChipList>
        {isLong ? (
          <Disclosure showLabel={`Show ${names.length - SHOWN} more tags`} hideLabel="Show fewer tags">
            <ChipList label={`More of them: ${listLabel}`}>{chipsOf(names.slice(SHOWN))}</ChipList>
          </Disclosure>
        ) : null}
      </div>
    </div>
  );
}

function chipsOf(names: readonly string[]): ReactNode[] {
  return names.map((name) => <Chip key={name} href={urls.tag(name)} label={name} />);
}
