import { classNames } from './class-names.ts';
import styles from './drawing.module.css';

export type DrawingName = 'lamp' | 'shelf' | 'book';

/** A small drawing above a page or list with nothing in it. The words below say everything, so screen readers skip it. */
export function Drawing({ name }: { name: DrawingName }) {
  return <span className={classNames(styles.drawing, styles[name])} aria-hidden="true" />;
}
