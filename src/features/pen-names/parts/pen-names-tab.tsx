import { useState } from 'react';
import { plural } from '#base/text.ts';
import { getProfile } from '#features/accounts/contract/session.ts';
import { rememberUser } from '#features/accounts/parts/session.ts';
import { AuthorAvatar } from '#features/authors/parts/author-avatar.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { List } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { PenNameDialog } from '../components/pen-name-dialog.tsx';
import { RetireDialog } from '../components/retire-dialog.tsx';
import { RetiredNames } from '../components/retired-names.tsx';
import { listPenNames, MAX_PEN_NAMES, type PenName, penNameMessages } from '../contract.ts';
import styles from './pen-names-tab.module.css';

type Shown = { window: 'add' } | { window: 'edit' | 'retire'; penName: PenName };

/** An account's pen names on its profile. */
export function PenNamesTab({ accountId }: { accountId: number }) {
  const toast = useToast();
  const loaded = useLoaded(String(accountId), () => callApi(listPenNames, {}));
  const [shown, setShown] = useState<Shown>();
  const further = (loaded.data?.pen_names ?? []).filter((one) => !one.is_default).length;

  async function showChange(message: string) {
    setShown(undefined);
    loaded.reload();
    toast.show({ kind: 'success', message });
    // The browser recognises its user's own stories by the ids of the pen names.
    await callApi(getProfile, {}).then(rememberUser, () => undefined);
  }

  return (
    <section aria-labelledby="pen-names-title" className={styles.tab}>
      <div className={styles.bar}>
        <h2 id="pen-names-title">Pen names</h2>
        {loaded.status === 'ready' ? (
          <span className={styles.count}>
            {further} of {MAX_PEN_NAMES}
            <span className="visually-hidden"> pen names besides your username</span>
          </span>
        ) : null}
        {further < MAX_PEN_NAMES ? (
          <Button
            variant="primary"
            className={styles.add}
            aria-haspopup="dialog"
            aria-disabled={loaded.status !== 'ready' || undefined}
            onClick={() => setShown({ window: 'add' })}
          >
            Add a pen name
          </Button>
        ) : null}
      </div>
      <p className={styles.text}>
        Readers see a pen name and nothing of the account behind it: no page, list, search or feed tells which
        names belong together. What you write can still give you away, so don’t reuse a bio, a picture or a
        link, don’t mention one name under another, and don’t publish under two of them at the same moment.{' '}
        <a href={`${urls.help()}#pen-names`}>More about pen names</a>
      </p>
      {further < MAX_PEN_NAMES ? null : <p className={styles.text}>{penNameMessages.tooMany}.</p>}
      <LoadedPart
        loaded={loaded}
        label="Loading your pen names"
        failed={penNameMessages.failed}
        empty={() => undefined}
      >
        {({ pen_names, retired_usernames }) => (
          <>
            <List className={styles.names} aria-label="Pen names">
              {pen_names.map((penName) => (
                <li key={penName.id} className={styles.name}>
                  <PenNameRow
                    penName={penName}
                    isOnly={further === 0}
                    onOpen={(window) => setShown({ window, penName })}
                  />
                </li>
              ))}
            </List>
            <RetiredNames
              usernames={retired_usernames}
              isFull={further >= MAX_PEN_NAMES}
              onTaken={() => showChange(penNameMessages.added)}
            />
          </>
        )}
      </LoadedPart>
      <PenNameDialog
        open={shown?.window === 'add' || shown?.window === 'edit'}
        penName={shown?.window === 'edit' ? shown.penName : undefined}
        accountId={accountId}
        onClose={() => setShown(undefined)}
        onSaved={showChange}
      />
      <RetireDialog
        penName={shown?.window === 'retire' ? shown.penName : undefined}
        onClose={() => setShown(undefined)}
        onRetired={() => showChange(penNameMessages.retired)}
      />
    </section>
  );
}

type PenNameRowProps = {
  penName: PenName;
  isOnly: boolean;
  onOpen: (window: 'edit' | 'retire') => void;
};

function PenNameRow({ penName, isOnly, onOpen }: PenNameRowProps) {
  const { username, display_name, is_default, story_count, series_count } = penName;
  const name = display_name || username;
  return (
    <>
      <AuthorAvatar name={name} className={styles.plate} />
      <div className={styles.about}>
        <h3 className={styles.title}>
          {name}
          {is_default ? <span className={styles.mark}>Default</span> : null}
        </h3>
        <p className={styles.facts}>
          <a href={urls.author(username)}>@{username}</a>
          <span>{story_count === 0 ? 'no story yet' : plural(story_count, 'story', 'stories')}</span>
          {series_count === 0 ? null : <span>{plural(series_count, 'series', 'series')}</span>}
        </p>
        {is_default ? (
          <p className={styles.hint}>
            Your username: you log in with it, and publish under it
            {isOnly ? '' : ' unless you choose another'}.
          </p>
        ) : null}
      </div>
      <div className={styles.actions}>
        {is_default ? (
          <ButtonLink size="small" href={urls.profile('account')} aria-label={`Edit ${name}`}>
            Edit
          </ButtonLink>
        ) : (
          <>
            <Button
              size="small"
              aria-haspopup="dialog"
              aria-label={`Edit ${name}`}
              onClick={() => onOpen('edit')}
            >
              Edit
            </Button>
            <Button
              size="small"
              aria-haspopup="dialog"
              aria-label={`Retire ${name}`}
              onClick={() => onOpen('retire')}
            >
              Retire
            </Button>
          </>
        )}
      </div>
    </>
  );
}
