import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { DataOf } from '#base/contract.ts';
import { plural } from '#base/text.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { WithheldNotice } from '#features/moderation/parts/withheld-notice.tsx';
import { KeepShelfButton } from '#features/offline/parts/keep-shelf-button.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { List } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import {
  deleteShelf,
  listShelfStories,
  putOnShelf,
  removeFromShelf,
  type Shelf,
  type ShelvedStory,
  shelfMessages,
} from '../contract/shelves.ts';
import styles from './own-shelves.module.css';
import type { ShelfAddress } from './shelf-address.ts';
import { ShelfDialog } from './shelf-dialog.tsx';
import { ShelfOrder } from './shelf-order.tsx';
import { ShelfRow } from './shelf-row.tsx';
import { ShelfTools } from './shelf-tools.tsx';

const emptyTexts: Record<string, string> = {
  to_read: 'Nothing waits here yet.',
  reading: 'You have not put a story here yet.',
  finished: 'No story is finished yet.',
  set_aside: 'Nothing is set aside.',
  bookmarks: 'You have not bookmarked a story yet.',
};

type ShelfViewProps = {
  user: User;
  address: ShelfAddress;
  /** Called when a story or the shelf has changed, or the shelf is gone. */
  onChanged: () => void;
};

/** One shelf with its stories. */
export function ShelfView({ user, address, onChanged }: ShelfViewProps) {
  const { shelf: id, state, page } = address;
  const sort = address.sort ?? 'added';
  const limit = sort === 'order' ? 100 : undefined;
  const [showsHidden, setShowsHidden] = useState(false);
  const loaded = useLoaded(JSON.stringify({ address, showsHidden }), () =>
    callApi(listShelfStories, {
      ...{ id, sort, page, ...(state && { state }), ...(limit && { limit }) },
      show_hidden: showsHidden ? 'true' : 'false',
    }),
  );
  return (
    <LoadedPart loaded={loaded} label="Loading the shelf" lines={8} failed={shelfMessages.loadFailed}>
      {(data) => (
        <LoadedShelf
          {...data}
          user={user}
          address={address}
          onChanged={() => {
            loaded.reload();
            onChanged();
          }}
          onDeleted={onChanged}
          onShowHidden={() => setShowsHidden(true)}
        />
      )}
    </LoadedPart>
  );
}

type LoadedShelfProps = ShelfViewProps &
  DataOf<typeof listShelfStories> & { onDeleted: () => void; onShowHidden: () => void };

function LoadedShelf(props: LoadedShelfProps) {
  const { user, address, shelf, stories, pagination, hidden, onChanged, onDeleted, onShowHidden } = props;
  const { state, page, sort = 'added' } = address;
  const isWhole = state === undefined && page === 1;
  const { run } = useToastedAction(shelfMessages.updateFailed);
  // A removed story is in the list until the next one comes, and a second press must not remove it again.
  const removed = useRef(new Set<number>());
  useEffect(() => {
    const shown = new Set(stories.map(({ id }) => id));
    for (const id of removed.current) if (!shown.has(id)) removed.current.delete(id);
  }, [stories]);
  function putBack(story: ShelvedStory) {
    removed.current.delete(story.id);
    // Another shelf's note never left.
    const note = shelf.visibility === 'private' ? {} : { note: story.note };
    const position = story.position === null ? {} : { position: story.position };
    return run(async () => {
      await callApi(putOnShelf, { id: shelf.id, story_id: story.slug, ...note, ...position });
      onChanged();
      return undefined;
    });
  }
  async function remove(story: ShelvedStory) {
    if (removed.current.has(story.id)) return;
    removed.current.add(story.id);
    const isDone = await run(async () => {
      await callApi(removeFromShelf, { id: shelf.id, story_id: story.slug });
      onChanged();
      return { message: shelfMessages.removed, action: { label: 'Undo', run: () => void putBack(story) } };
    });
    if (!isDone) removed.current.delete(story.id);
  }
  return (
    <section aria-labelledby="shelf-title" className={styles.shelf}>
      <WithheldNotice
        kind="list"
        id={Number(shelf.id)}
        authorId={user.id}
        isWithheld={shelf.is_withheld === true}
      />
      <ShelfHead user={user} shelf={shelf} onChanged={onChanged} onDeleted={onDeleted} />
      {shelf.story_count === 0 ? (
        <Notice
          kind="empty"
          title={emptyTexts[shelf.id] ?? 'This shelf is empty.'}
          action={<ButtonLink href={urls.home()}>Discover Stories</ButtonLink>}
        >
          On a story’s page, “Shelve” puts it here.
        </Notice>
      ) : (
        <>
          {shelf.story_count === 1 && isWhole ? null : <ShelfTools shelf={shelf} sort={sort} state={state} />}
          {hidden.total === 0 ? null : (
            <p className={styles.quiet}>
              {plural(hidden.total, 'story is', 'stories are')} left out, because of what you hide.{' '}
              <Button size="small" onClick={onShowHidden}>
                Show everything
              </Button>
            </p>
          )}
          {stories.length === 0 ? (
            <Notice
              kind="empty"
              title={
                hidden.total > 0
                  ? 'There is nothing else to show here.'
                  : page > 1
                    ? 'This list ends earlier.'
                    : 'No story of this shelf fits.'
              }
              action={
                isWhole ? undefined : (
                  <ButtonLink href={urls.shelves({ shelf: shelf.id })}>Show all</ButtonLink>
                )
              }
            />
          ) : sort === 'order' && isWhole && shelf.kind === 'custom' ? (
            <ShelfOrder shelf={shelf} stories={stories} />
          ) : (
            <List className={styles.stories}>
              {stories.map((story) => (
                <ShelfRow
                  key={story.id}
                  shelf={shelf}
                  story={story}
                  onChanged={onChanged}
                  onRemove={() => void remove(story)}
                />
              ))}
            </List>
          )}
          <Pagination
            page={pagination.page}
            pages={pagination.pages}
            hrefFor={(each) => urls.shelves({ shelf: shelf.id, sort: address.sort, state, page: each })}
            label="Pages of this shelf"
          />
        </>
      )}
    </section>
  );
}

/** The people who see a shelf, in words that follow its number of stories. */
function seenBy({ visibility, author_username, is_withheld }: Shelf): string {
  if (visibility === 'private' || is_withheld) return ', only you see it';
  return visibility === 'public'
    ? `, everyone can read it as a list by ${author_username}`
    : `, with its link a list by ${author_username}`;
}

type ShelfHeadProps = { user: User; shelf: Shelf; onChanged: () => void; onDeleted: () => void };

function ShelfHead({ user, shelf, onChanged, onDeleted }: ShelfHeadProps) {
  const [asked, setAsked] = useState<'edit' | 'delete'>();
  const navigate = useNavigate();
  const toast = useToast();
  const listUrl = urls.list(shelf.slug);
  async function remove() {
    await callApi(deleteShelf, { id: shelf.id });
    onDeleted();
    await navigate(urls.shelves({ shelf: 'reading' }), {
      replace: true,
      state: { notification: { kind: 'success', message: shelfMessages.deleted } },
    });
  }
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h2 id="shelf-title" className={styles.title}>
          {shelf.title}
        </h2>
        <p className={styles.quiet}>
          {plural(shelf.story_count, 'story', 'stories')}
          {seenBy(shelf)}
        </p>
        {shelf.synopsis === '' ? null : <p className={styles.synopsis}>{shelf.synopsis}</p>}
      </div>
      {shelf.story_count === 0 ? null : (
        <div className={styles.actions}>
          <KeepShelfButton shelfId={shelf.id} />
        </div>
      )}
      {shelf.kind === 'custom' ? (
        <div className={styles.actions}>
          {shelf.visibility === 'private' ? null : (
            <>
              <ButtonLink size="small" href={listUrl}>
                Open list
              </ButtonLink>
              <CopyButton text={() => window.location.origin + listUrl} variant="icon" />
            </>
          )}
          <Button size="small" aria-haspopup="dialog" onClick={() => setAsked('edit')}>
            Edit Shelf
          </Button>
          <Button size="small" aria-haspopup="dialog" onClick={() => setAsked('delete')}>
            Delete Shelf
          </Button>
          <ShelfDialog
            user={user}
            open={asked === 'edit'}
            shelf={shelf}
            onClose={() => setAsked(undefined)}
            onSaved={(_, message) => {
              setAsked(undefined);
              toast.show({ kind: 'success', message });
              onChanged();
            }}
          />
          <DeleteDialog
            title="Delete Shelf"
            question="Delete this shelf? Its stories keep your state, rating, private note and tags."
            open={asked === 'delete'}
            onClose={() => setAsked(undefined)}
            onDelete={remove}
            failed={(reason) => reason ?? shelfMessages.deleteFailed}
          />
        </div>
      ) : null}
    </header>
  );
}
