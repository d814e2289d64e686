import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Disclosure } from '#ui/disclosure.tsx';
import { useFormContext } from '#ui/form-context.ts';
import type { StoryDetails } from '../contract/stories.ts';
import { PUBLISHING_HASH } from '../contract/visibility.ts';
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
  const isPublishing = useLocation().hash === PUBLISHING_HASH;
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isPublishing) fields.current?.querySelector<HTMLElement>('[name="visibility"]')?.focus();
  }, [isPublishing]);
  return (
    <Disclosure
      showLabel="More settings"
      opens={isPublishing || names.some((name) => errors[name] !== undefined)}
    >
      <div ref={fields} className={styles.fields}>
        <StoryFields names={names} {...(story === undefined ? {} : { story })} />
      </div>
    </Disclosure>
  );
}
