import type { Story } from '../contract/stories.ts';
import { DeleteStory } from './delete-story.tsx';
import { EditSynopsis } from './edit-synopsis.tsx';

export type AuthorWindow = 'synopsis' | 'delete';

export type AuthorDialogsProps = { story: Story; open: AuthorWindow | undefined; onClose: () => void };

export function AuthorDialogs({ story, open, onClose }: AuthorDialogsProps) {
  return (
    <>
      <EditSynopsis story={story} open={open === 'synopsis'} onClose={onClose} />
      <DeleteStory story={story} open={open === 'delete'} onClose={onClose} />
    </>
  );
}
