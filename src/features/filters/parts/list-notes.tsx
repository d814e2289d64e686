import { useLocation } from 'react-router';
import { plural } from '#base/text.ts';
import type { HiddenCounts } from '#features/hidden/contract.ts';
import { urls } from '#urls.ts';
import { filterMessages } from '../contract/filters.ts';
import { listAddress, warningLabel } from '../rules/filter-words.ts';
import type { PageListView } from '../rules/list-request.ts';
import styles from './list-notes.module.css';

/** The number of reasons that are named. */
const MAX_REASONS = 4;

function reasonText({ kind, name, count }: HiddenCounts['by'][number]): string {
  if (kind === 'tag') return `${count} by “${name}”`;
  if (kind === 'author') return `${count} by the author ${name}`;
  if (kind === 'warning') return `${count} by the warning ${warningLabel(name).toLowerCase()}`;
  return `${count} as not for you`;
}

/** The reasons, single stories together. */
function reasonsOf(by: HiddenCounts['by']): string[] {
  const stories = by.filter(({ kind }) => kind === 'story').length;
  const others = by.filter(({ kind }) => kind !== 'story');
  const all = [
    ...others,
    ...(stories === 0 ? [] : [{ kind: 'story' as const, name: '', count: stories }]),
  ].sort((a, b) => b.count - a.count);
  const named = all.slice(0, MAX_REASONS).map(reasonText);
  return all.length > MAX_REASONS ? [...named, 'others'] : named;
}

/** Below a list: the stories that the reader hides, with a way to see them once, and whether a filter saw all of it. */
export function ListNotes({ view }: { view: PageListView }) {
  const location = useLocation();
  const { hidden, showsHidden, isComplete } = view;
  if (hidden.total === 0 && !showsHidden && isComplete) return null;
  return (
    <div className={styles.notes} data-keeps-place="">
      {isComplete ? null : <p>{filterMessages.incomplete}</p>}
      {showsHidden ? (
        <p>
          Hidden stories are shown.{' '}
          <a href={listAddress(location, { show_hidden: undefined })}>Hide them again</a>
        </p>
      ) : hidden.total === 0 ? null : (
        <p>
          {hidden.is_capped ? 'At least ' : ''}
          {plural(hidden.total, 'story', 'stories')} hidden: {reasonsOf(hidden.by).join(', ')}.{' '}
          <a href={listAddress(location, { show_hidden: 'true' })} rel="nofollow">
            Show once
          </a>{' '}
          or <a href={urls.hidden()}>change what you hide</a>
        </p>
      )}
    </div>
  );
}
