import { useNavigate } from 'react-router';
import {
  READING_STATES,
  type ReadingState,
  readingStateLabels,
} from '#features/reactions/contract/reading-state.ts';
import { SelectField } from '#ui/select-field.tsx';
import { urls } from '#urls.ts';
import type { Shelf, ShelfSort } from '../contract/shelves.ts';
import styles from './own-shelves.module.css';

const sortLabels: Record<ShelfSort, string> = {
  added: 'Last added',
  updated: 'Last updated',
  length: 'Shortest first',
  state: 'State',
  order: 'Your order',
};

type ShelfToolsProps = { shelf: Shelf; sort: ShelfSort; state: ReadingState | 'none' | undefined };

/** The order of a shelf, and the state that its stories must have. Both are in the address. */
export function ShelfTools({ shelf, sort, state }: ShelfToolsProps) {
  const navigate = useNavigate();
  const open = (query: { sort: string; state: string | undefined }) =>
    void navigate(
      urls.shelves({
        shelf: shelf.id,
        sort: query.sort === 'added' ? undefined : query.sort,
        state: query.state || undefined,
      }),
    );
  const sorts: ShelfSort[] = ['added', 'updated', 'length'];
  if (shelf.kind !== 'state') sorts.push('state');
  if (shelf.kind === 'custom') sorts.push('order');
  return (
    <div className={styles.tools}>
      <SelectField
        name="sort"
        label="Sort by"
        value={sort}
        onChange={({ target: { value } }) => open({ sort: value, state })}
        options={sorts.map((each) => ({ value: each, label: sortLabels[each] }))}
      />
      {shelf.kind === 'state' ? null : (
        <SelectField
          name="state"
          label="Show"
          value={state ?? ''}
          onChange={({ target: { value } }) => open({ sort, state: value })}
          options={[
            { value: '', label: 'All states' },
            ...READING_STATES.map((each) => ({ value: each, label: readingStateLabels[each] })),
            { value: 'none', label: 'Without a state' },
          ]}
        />
      )}
    </div>
  );
}
