import { isOwnPenName, useSession } from '#features/accounts/parts/session.ts';
import { useReport } from '#features/reports/parts/use-report.tsx';
import { FlagIcon } from '#ui/icons.tsx';
import { Menu } from '#ui/menu.tsx';
import type { Story } from '../contract/stories.ts';

/** Further actions on a story. Authors can't report their own. */
export function StoryOptions({ story }: { story: Pick<Story, 'id' | 'author_id'> }) {
  const { user } = useSession();
  const report = useReport({ kind: 'story', id: story.id });
  if (isOwnPenName(user, story.author_id)) return null;
  return (
    <span className="needs-script no-print">
      <Menu
        label="Story options"
        items={[{ label: 'Report Story', icon: <FlagIcon />, onSelect: report.start }]}
      />
      {report.dialog}
    </span>
  );
}
