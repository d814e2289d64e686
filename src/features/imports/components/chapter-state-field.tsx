import type { Story } from '#features/stories/contract/stories.ts';
import { SelectField } from '#ui/select-field.tsx';

/** Whether readers find added chapters at once. */
export function ChapterStateField({ story }: { story: Story }) {
  return (
    <SelectField
      name="chapter_state"
      label="Publication"
      defaultValue="draft"
      hint="You can publish drafts later, together or one after another, in the list of chapters."
      options={[
        { value: 'draft', label: 'Keep as drafts' },
        { value: 'published', label: story.visibility === 'draft' ? 'With the story' : 'Publish now' },
      ]}
    />
  );
}
