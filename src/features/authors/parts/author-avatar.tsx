import { classNames } from '#ui/class-names.ts';
import styles from './author-avatar.module.css';

/** The initial shown for an author without a picture: the first letter or digit of the name. */
function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toUpperCase();
}

export type AuthorAvatarProps = {
  name: string;
  size?: 'small' | 'medium' | 'large';
  className?: string;
};

/** An author's initial, in a frame. The name is next to it, so screen readers skip the initial. */
export function AuthorAvatar({ name, size = 'medium', className }: AuthorAvatarProps) {
  return (
    <span className={classNames(styles.avatar, styles[size], className)} aria-hidden="true">
      <span className={styles.letter}>{initialOf(name)}</span>
    </span>
  );
}
