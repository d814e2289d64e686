import type { Story } from '../contract/stories.ts';
import { DeleteStory } from './delete-story.tsx';
import { EditSynopsis } from './edit-synopsis.tsx';
import { PublishDraft } from './publish-draft.tsx';

export type AuthorWindow = 'publish' | 'synopsis' | 'delete';

export type AuthorDialogsProps = { story: Story; open: AuthorWindow | undefined; onClose: () => void };

export function AuthorDialogs({ story, open, onClose }: AuthorDialogsProps) {
  return (
    <>
      <PublishDraft story={story} open={open === 'publish'} onClose={onClose} />
      <EditSynopsis story={story} open={open === 'synopsis'} onClose={onClose} />
      <DeleteStory story={story} open={open === 'delete'} onClose={onClose} />
    </>
  );
}
