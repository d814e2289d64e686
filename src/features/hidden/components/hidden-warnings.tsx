import { type ContentWarning, contentWarnings } from '#features/labels/contract/warnings.ts';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Row, Rows } from '#ui/rows.tsx';
import { HideForm, type HideFormProps } from '../parts/hide-form.tsx';
import { useHiding } from '../parts/use-hiding.ts';
import section from './hidden-section.module.css';
import styles from './hidden-warnings.module.css';

const labels: Partial<Record<ContentWarning, string>> = {
  ...contentWarnings,
  not_told: 'Authors who give no warnings',
};
/** Offered only where it is hidden already, because it leaves out the stories without any warning. */
const NONE = { none: 'Stories without any of these' };

export type HiddenWarningsProps = Pick<HideFormProps, 'onDone'> & { hidden: readonly ContentWarning[] };

/** A checkbox for each warning; without script, a button. */
export function HiddenWarnings({ hidden, onDone }: HiddenWarningsProps) {
  const { change, isBusy } = useHiding(onDone === undefined ? {} : { onDone });
  const offered = Object.entries(hidden.includes('none') ? { ...labels, ...NONE } : labels);
  const isHidden = (name: string) => hidden.some((each) => each === name);
  return (
    <section className={section.section} aria-labelledby="hidden-warnings">
      <h2 id="hidden-warnings" className={section.title}>
        Content warnings
      </h2>
      <div className={`needs-script ${styles.boxes}`} aria-busy={isBusy}>
        {offered.map(([name, label]) => (
          <CheckboxField
            key={name}
            name={name}
            label={label}
            checked={isHidden(name)}
            onChange={() => change({ kind: 'warning', name, isHidden: !isHidden(name) })}
          />
        ))}
      </div>
      <div className="without-script">
        <Rows>
          {offered.map(([name, label]) => (
            <Row
              key={name}
              actions={
                <HideForm kind="warning" name={name} isHidden={isHidden(name)}>
                  {isHidden(name) ? 'Show again' : 'Hide'}
                  <span className="visually-hidden"> {label}</span>
                </HideForm>
              }
            >
              {label}
            </Row>
          ))}
        </Rows>
      </div>
    </section>
  );
}
