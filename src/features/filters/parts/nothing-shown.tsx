import { useLocation } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { listAddress, unfilteredAddress } from '../rules/filter-words.ts';
import type { PageListView } from '../rules/list-request.ts';

/** Whether a list is empty because of its filter, of what the reader hides, or of what they have finished. */
export function isEmptiedByView(view: PageListView, total: number): boolean {
  const isNarrowed = Object.keys(view.filter).length > 0 || view.hidden.total > 0 || view.hidesFinished;
  return total === 0 && isNarrowed;
}

/** In place of a list that is empty so. */
export function NothingShown({ view }: { view: PageListView }) {
  const location = useLocation();
  const isMember = useSession().status === 'in';
  if (Object.keys(view.filter).length > 0)
    return (
      <Notice
        kind="empty"
        title="No story passes this filter."
        action={
          <ButtonLink href={unfilteredAddress(location)} data-keeps-place="">
            Clear filters
          </ButtonLink>
        }
      />
    );
  if (view.hidden.total === 0)
    return isMember ? (
      <Notice
        kind="empty"
        title="You have finished every story of this list."
        action={
          <ButtonLink href={listAddress(location, { hide_finished: undefined })} data-keeps-place="">
            Show them
          </ButtonLink>
        }
      />
    ) : (
      <Notice kind="empty" title="There are no stories here yet." />
    );
  return (
    <Notice
      kind="empty"
      title="You hide every story of this list."
      action={
        <ButtonLink href={listAddress(location, { show_hidden: 'true' })} data-keeps-place="">
          Show once
        </ButtonLink>
      }
    />
  );
}
