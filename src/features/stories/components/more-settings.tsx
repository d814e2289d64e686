import { Disclosure } from '#ui/disclosure.tsx';
import { useFormContext } from '#ui/form-context.ts';
import type { StoryDetails } from '../contract/stories.ts';
import styles from './more-settings.module.css';
import { otherDetails, StoryFields } from './story-fields.tsx';

export type MoreSettingsProps = {
  /** The details that the form shows above. */
  shown: readonly (keyof StoryDetails)[];
  story?: StoryDetails;
};

/** The details of a story that most forms leave as they are. */
export function MoreSettings({ shown, story }: MoreSettingsProps) {
  const { errors } = useFormContext();
  const names = otherDetails(shown);
  return (
    <Disclosure showLabel="More settings" opens={names.some((name) => errors[name] !== undefined)}>
      <div className={styles.fields}>
        <StoryFields names={names} {...(story === undefined ? {} : { story })} />
      </div>
    </Disclosure>
  );
}
