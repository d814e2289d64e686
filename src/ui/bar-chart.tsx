import { useId } from 'react';
import { groupThousands } from '#base/text.ts';
import styles from './bar-chart.module.css';

interface Bar {
  label: string;
  /** Null where the group is too small to be shown. */
  count: number | null;
}

export type BarChartProps = { title: string; description: string; bars: Bar[] };

const HEIGHT = 160;
const STEP = 20;
const GAP = 4;

/** Counts over time. The table beside it has the same figures, so the bars need no focus of their own. */
export function BarChart({ title, description, bars }: BarChartProps) {
  const id = useId();
  const highest = Math.max(0, ...bars.map(({ count }) => count ?? 0));
  const first = bars[0];
  const last = bars.at(-1);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
        <span className={styles.highest}>Highest: {groupThousands(highest)}</span>
      </figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title ${id}-desc`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>{description}</desc>
        {bars.map(({ label, count }, at) => {
          const height = ((count ?? 0) / Math.max(1, highest)) * HEIGHT;
          return count === null ? null : (
            <rect
              key={label}
              className={styles.bar}
              x={at * STEP + GAP / 2}
              y={HEIGHT - height}
              width={STEP - GAP}
              height={height}
            >
              <title>{`${label}: ${groupThousands(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className={styles.axis} aria-hidden="true">
        <span>{first?.label}</span>
        {bars.length > 1 ? <span>{last?.label}</span> : null}
      </p>
    </figure>
  );
}
