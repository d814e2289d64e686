import type { SubmitEvent } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Row, RowFacts } from '#ui/rows.tsx';
import { useToast } from '#ui/toast.tsx';
import { urls } from '#urls.ts';
import { filterParts } from '../rules/filter-words.ts';
import { filterTextOf } from '../rules/list-request.ts';
import { type SavedFilter, withoutSavedFilter, withSavedFilter } from '../rules/saved-filters.ts';
import styles from './saved-filter-row.module.css';
import { useChangingFilters } from './use-changing-filters.ts';

export type SavedFilterRowProps = { filter: SavedFilter };

/** A saved filter in words, with its changes; each is a form without script. */
export function SavedFilterRow({ filter }: SavedFilterRowProps) {
  const { name, query, is_default } = filter;
  const { change, isBusy, error, waitingProps } = useChangingFilters();
  const toast = useToast();
  const parts = filterParts(filterTextOf(new URLSearchParams(query)));

  function switchDefault(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const switched = { ...filter, is_default: !is_default };
    change(
      (filters) => withSavedFilter(filters, switched),
      () =>
        toast.show({
          kind: 'success',
          message: is_default ? 'No default any more.' : `“${name}” is your default.`,
        }),
    );
  }
  function remove(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    change(
      (filters) => withoutSavedFilter(filters, name),
      () =>
        toast.show({
          kind: 'success',
          message: `“${name}” is deleted.`,
          action: {
            label: 'Undo',
            run: () =>
              change(
                (filters) => withSavedFilter(filters, filter),
                () => undefined,
              ),
          },
        }),
    );
  }
  return (
    <Row
      actions={
        <>
          <ButtonLink size="small" href={urls.savedFilters({ rename: name })}>
            Rename<span className="visually-hidden">: {name}</span>
          </ButtonLink>
          <form method="post" action={urls.savedFilters()} onSubmit={switchDefault}>
            <input type="hidden" name="name" value={name} />
            <input type="hidden" name="query" value={query} />
            {is_default ? null : <input type="hidden" name="default" value="on" />}
            <Button type="submit" size="small" busy={isBusy} {...waitingProps}>
              {is_default ? 'Stop using by default' : 'Use by default'}
              <span className="visually-hidden">: {name}</span>
            </Button>
          </form>
          <form method="post" action={urls.savedFilters()} onSubmit={remove}>
            <input type="hidden" name="action" value="delete" />
            <input type="hidden" name="name" value={name} />
            <Button type="submit" size="small" busy={isBusy} {...waitingProps}>
              Delete<span className="visually-hidden">: {name}</span>
            </Button>
          </form>
        </>
      }
    >
      <p>
        <a href={`${urls.allStories()}?${query}`}>{name}</a>
        {is_default ? <span className={styles.default}>Default</span> : null}
      </p>
      <RowFacts>{parts.map(({ label }) => label).join(', ')}</RowFacts>
      {error === undefined ? null : <Notice kind="error" title={error} />}
    </Row>
  );
}
