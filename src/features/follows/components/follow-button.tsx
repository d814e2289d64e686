import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useSession } from '#features/accounts/parts/session.ts';
import { useSignedInAction } from '#features/reactions/parts/pending-action.ts';
import { callApi } from '#ui/api-client.ts';
import choiceButton from '#ui/choice-button.module.css';
import { classNames } from '#ui/class-names.ts';
import { FollowIcon } from '#ui/follow-icon.tsx';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { type Follow, type FollowMail, followMessages, followState } from '../contract/follows.ts';
import { type FollowedThing, followThing, subscribeToFollows } from '../parts/follow-thing.ts';
import type { FollowMenuProps } from './follow-menu.tsx';

const loadMenu = () => import('./follow-menu.tsx');

function prepare(): void {
  // A failed prefetch needs no message, because the press retries.
  loadMenu().catch(() => undefined);
}

export type FollowButtonProps = {
  of: FollowedThing;
  /** Names the thing to a screen reader: a title, or 'this filter'. */
  name: string;
};

type State = { follow: Follow | null; last_mail: FollowMail };

/** Follows in one press; from then on it opens the choice of emails, and the way back. */
export function FollowButton({ of, name }: FollowButtonProps) {
  const { status } = useSession();
  const performSignedIn = useSignedInAction();
  const { press, waitingProps } = useLoadOnClick(loadMenu);
  const [state, setState] = useState<State>();
  const { isBusy, run } = useToastedAction(followMessages.followFailed);
  const [opened, setOpened] = useState<{ Menu: ComponentType<FollowMenuProps>; byKeyboard: boolean }>();
  const { kind, id, query } = of;

  const read = useCallback(() => {
    const named = { kind, ...(id === undefined ? {} : { id }), ...(query === undefined ? {} : { query }) };
    return callApi(followState, named).then(setState, () => undefined);
  }, [kind, id, query]);
  useEffect(() => {
    if (status !== 'in') return;
    void read();
    return subscribeToFollows(() => void read());
  }, [status, read]);

  const begin = () =>
    run(async () => {
      const follow = await followThing(of, { mail: state?.last_mail ?? 'none' });
      setState({ follow, last_mail: follow.mail });
      return `You follow ${name}`;
    });
  const follow = status === 'in' ? (state?.follow ?? null) : null;
  const content = (
    <>
      <FollowIcon />
      <span className={choiceButton.word}>{follow === null ? 'Follow' : 'Following'}</span>
    </>
  );
  const className = classNames(choiceButton.button, follow !== null && choiceButton.chosen);
  if (follow !== null && opened !== undefined)
    return (
      <opened.Menu
        {...{ follow, name, className }}
        thing={of}
        byKeyboard={opened.byKeyboard}
        onChanged={(changed) => {
          setState({ follow: changed, last_mail: changed?.mail ?? 'none' });
          if (changed === null) setOpened(undefined);
        }}
      >
        {content}
      </opened.Menu>
    );
  return (
    <button
      type="button"
      className={className}
      {...(isBusy ? { 'aria-busy': true } : waitingProps)}
      {...(follow === null ? {} : { 'aria-haspopup': 'menu', 'aria-expanded': false })}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={({ detail }) => {
        if (isBusy) return;
        if (follow === null) performSignedIn({ kind: 'follow', thing: of }, () => void begin());
        // A keyboard press is a click with a count of 0.
        else press(({ FollowMenu }) => setOpened({ Menu: FollowMenu, byKeyboard: detail === 0 }));
      }}
    >
      {content}
      <span className="visually-hidden"> {name}</span>
    </button>
  );
}
