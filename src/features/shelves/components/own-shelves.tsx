import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#features/accounts/contract/session.ts';
import { WritingFrame } from '#features/chapters/parts/writing/writing-frame.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Chip, ChipList } from '#ui/chip.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { listShelves, type Shelf, shelfMessages } from '../contract/shelves.ts';
import styles from './own-shelves.module.css';
import { firstShelf, parseShelfAddress } from './shelf-address.ts';
import { ShelfDialog } from './shelf-dialog.tsx';
import { ShelfView } from './shelf-view.tsx';

/** All shelves of a reader, and the stories of the one that the address names. */
export function OwnShelves({ user, title }: { user: User; title: string }) {
  const loaded = useLoaded('shelves', async () => (await callApi(listShelves, {})).shelves);
  return (
    <WritingFrame title={title}>
      <p className={styles.lead}>
        Only you see your shelves, and what you keep about stories. A shelf of your own can become a reading
        list.
      </p>
      <p className={styles.also}>
        <a href={urls.history()}>Reading history</a>
        <a href={urls.follows()}>Following</a>
        <a href={urls.kept()}>Kept on this device</a>
      </p>
      <LoadedPart loaded={loaded} label="Loading your shelves" lines={8} failed={shelfMessages.loadFailed}>
        {(shelves) => <Shelves user={user} shelves={shelves} onChanged={loaded.reload} />}
      </LoadedPart>
    </WritingFrame>
  );
}

type ShelvesProps = { user: User; shelves: Shelf[]; onChanged: () => void };

function Shelves({ user, shelves, onChanged }: ShelvesProps) {
  const { search } = useLocation();
  // The shelf stays when its last story goes.
  const [first] = useState(() => firstShelf(shelves));
  const address = parseShelfAddress(search, first);
  return (
    <>
      <ShelfChoice user={user} shelves={shelves} current={address.shelf} onChanged={onChanged} />
      <ShelfView key={address.shelf} user={user} address={address} onChanged={onChanged} />
    </>
  );
}

type ShelfChoiceProps = ShelvesProps & { current: string };

function ShelfChoice({ user, shelves, current, onChanged }: ShelfChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  return (
    <nav aria-label="Shelves" className={styles.choice}>
      <ChipList>
        {shelves.map((shelf) => (
          <Chip
            key={shelf.id}
            href={urls.shelves({ shelf: shelf.id })}
            label={shelf.title}
            count={shelf.story_count}
            countLabel={shelf.story_count === 1 ? 'story' : 'stories'}
            current={shelf.id === current || shelf.slug === current}
          />
        ))}
      </ChipList>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        New Shelf
      </Button>
      <ShelfDialog
        user={user}
        open={isOpen}
        shelf={undefined}
        onClose={() => setOpen(false)}
        onSaved={(shelf, message) => {
          setOpen(false);
          toast.show({ kind: 'success', message });
          onChanged();
          void navigate(urls.shelves({ shelf: shelf.id }));
        }}
      />
    </nav>
  );
}
