import { useLocation } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { listAddress, unfilteredAddress } from '../rules/filter-words.ts';
import type { PageListView } from '../rules/list-request.ts';

/** Whether a list is empty because of its filter, or of what the reader hides. */
export function isEmptiedByView(view: PageListView, total: number): boolean {
  return total === 0 && (Object.keys(view.filter).length > 0 || view.hidden.total > 0);
}

/** In place of a list that its filter, or what the reader hides, leaves empty. */
export function NothingShown({ view }: { view: PageListView }) {
  const location = useLocation();
  if (Object.keys(view.filter).length > 0)
    return (
      <Notice
        kind="empty"
        title="No story passes this filter."
        action={<ButtonLink href={unfilteredAddress(location)}>Clear filters</ButtonLink>}
      />
    );
  return (
    <Notice
      kind="empty"
      title="You hide every story of this list."
      action={<ButtonLink href={listAddress(location, { show_hidden: 'true' })}>Show once</ButtonLink>}
    />
  );
}
