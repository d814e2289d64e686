import type { Story } from '#features/stories/contract/stories.ts';
import { classNames } from '#ui/class-names.ts';
import { urls } from '#urls.ts';
import { coverAddress } from './changed-covers.ts';
import styles from './cover-image.module.css';

export type CoverImageProps = {
  /** The address of the story or series. */
  of: string;
  /** Whether readers can switch it off: beside a title in a list. */
  inList?: boolean;
  className?: string | undefined;
};

/** A cover. Its title and name are beside it, so screen readers skip it; discreet mode has none. */
export function CoverImage({ of, inList = false, className }: CoverImageProps) {
  return (
    <img
      src={coverAddress(of)}
      alt=""
      width={640}
      height={960}
      // React preloads other images, which are less urgent than text and script.
      loading="lazy"
      decoding="async"
      className={classNames(styles.cover, inList && styles.inList, className)}
    />
  );
}

export type StoryCoverProps = Omit<CoverImageProps, 'of'> & {
  story: Pick<Story, 'slug' | 'visibility' | 'withheld_at'>;
};

/** The cover of a story that everybody can fetch: a browser sends no session with pictures. */
export function StoryCover({ story, ...image }: StoryCoverProps) {
  if (story.withheld_at !== undefined || story.visibility === 'draft') return null;
  return <CoverImage of={urls.story(story.slug)} {...image} />;
}
