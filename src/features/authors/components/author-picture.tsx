import { useState } from 'react';
import { AuthorAvatar } from '../parts/author-avatar.tsx';
import styles from './author-picture.module.css';

export type AuthorPictureProps = { name: string; pictureUrl: string | null };

/** The host of a picture; undefined when it can't be shown here (the site's policy allows https only). */
function hostOf(address: string | null): string | undefined {
  const url = address === null ? null : URL.parse(address);
  return url?.protocol === 'https:' ? url.host : undefined;
}

/**
 * An author's picture. Another host serves it and would learn who reads here, so it is fetched only when the reader
 * asks for it; until then, or when loading fails, the initial is shown instead.
 */
export function AuthorPicture({ name, pictureUrl }: AuthorPictureProps) {
  const [shown, setShown] = useState<string>();
  const host = hostOf(pictureUrl);
  if (pictureUrl === null || host === undefined) return <AuthorAvatar name={name} size="large" />;
  return (
    <div className={styles.picture}>
      <div className={styles.frame}>
        <AuthorAvatar name={name} size="large" />
        {shown === pictureUrl ? (
          <img
            className={styles.image}
            src={pictureUrl}
            alt={`${name}, as chosen by the author`}
            referrerPolicy="no-referrer"
            decoding="async"
            onError={() => setShown(undefined)}
          />
        ) : null}
      </div>
      {shown === pictureUrl ? null : (
        <button
          type="button"
          className={`needs-script ${styles.show}`}
          title={`Loads the picture from ${host}`}
          onClick={() => setShown(pictureUrl)}
        >
          Show picture
        </button>
      )}
    </div>
  );
}
