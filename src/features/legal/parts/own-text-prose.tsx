import { Prose, type ProseProps } from '#ui/prose.tsx';
import styles from './own-text-prose.module.css';

/** The operator's own text of a legal page. */
export function OwnTextProse(props: Omit<ProseProps, 'className'>) {
  return (
    <div className={styles.text}>
      <Prose {...props} />
    </div>
  );
}
