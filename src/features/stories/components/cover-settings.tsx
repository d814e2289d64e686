import { CoverPreview } from '#features/covers/parts/cover-preview.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { useFormContext } from '#ui/form-context.ts';
import { urls } from '#urls.ts';
import type { Story } from '../contract/stories.ts';
import styles from './cover-settings.module.css';
import { COVER_DETAILS, StoryFields } from './story-fields.tsx';

/** The choices for a story’s cover, beside a drawing of it that follows them. */
export function CoverSettings({ story }: { story: Story }) {
  const { errors } = useFormContext();
  return (
    <Disclosure showLabel="Cover" opens={COVER_DETAILS.some((name) => errors[name] !== undefined)}>
      <p className={styles.about}>
        Every cover is drawn from the title, the name and the tags.{' '}
        <a href={`${urls.help()}#covers`}>Why no pictures are uploaded</a>
      </p>
      <div className={styles.columns}>
        <CoverPreview storyId={story.id} />
        <div className={styles.fields}>
          <StoryFields names={COVER_DETAILS} story={story} />
        </div>
      </div>
    </Disclosure>
  );
}
