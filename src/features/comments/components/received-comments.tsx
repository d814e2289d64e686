import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pageNumberOf } from '#base/page-number.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { WritingFrame, type WritingFrameProps } from '#features/chapters/parts/writing/writing-frame.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { OrderedList } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import { blockMessages, type NewBlock } from '../contract/blocks.ts';
import { commentMessages } from '../contract/comments.ts';
import {
  decideComments,
  listReceivedComments,
  type OverviewComment,
  overviewMessages,
} from '../contract/overview.ts';
import { listWaves, type Sweep, sweepComments, undoSweep, type Wave } from '../contract/sweeps.ts';
import { undoBlocks } from '../parts/undo-blocks.ts';
import { SweepList, WaveList } from '../parts/wave-list.tsx';
import { decidedMessage } from '../rules/decided-message.ts';
import { isReversible } from '../rules/is-reversible.ts';
import { FilteredWordForms } from './filtered-words.tsx';
import { ReceivedComment } from './received-comment.tsx';
import styles from './received-comments.module.css';
import { RemoveDialog } from './remove-dialog.tsx';

const states = { waiting: 'Waiting', shown: 'Shown', removed: 'Removed' };
type State = keyof typeof states;
const STATES = Object.keys(states) as State[];

const emptyTexts: Record<State, string> = {
  waiting: 'No comment waits for you.',
  shown: 'Nobody has commented on your stories yet.',
  removed: 'No comment was removed.',
};

export type ReceivedCommentsProps = Pick<WritingFrameProps, 'title' | 'back'> & { user: User };

/** The comments on all stories of an author, to answer them, and to decide about one or many at once. */
export function ReceivedComments({ user, title, back }: ReceivedCommentsProps) {
  const query = new URLSearchParams(useLocation().search);
  const asked = STATES.find((one) => one === query.get('state'));
  const state = asked ?? 'waiting';
  // A later load follows a decision, whose outcome is that none waits.
  const isOpening = useRef(true);
  const [waitingCount, setWaitingCount] = useState(0);
  const navigate = useNavigate();
  const [isWordsOpen, setWordsOpen] = useState(false);
  const page = pageNumberOf(query);
  const loaded = useLoaded(`${state} ${page}`, async () => {
    const [list, together] = await Promise.all([
      callApi(listReceivedComments, { state, page }),
      state === 'shown' || page > 1 ? undefined : callApi(listWaves, {}),
    ]);
    setWaitingCount(list.waiting_count);
    if (isOpening.current && asked === undefined && list.waiting_count === 0)
      await navigate(urls.receivedComments('shown'), { replace: true, state: { keepScrollPosition: true } });
    isOpening.current = false;
    return { ...list, ...together };
  });
  return (
    <WritingFrame title={title} back={back}>
      <LinkTabs
        label="State of the comments"
        tabs={STATES.map((one) => ({
          href: urls.receivedComments(one),
          label: one === 'waiting' && waitingCount > 0 ? `${states[one]} (${waitingCount})` : states[one],
          current: one === state,
        }))}
      />
      <LoadedPart loaded={loaded} label="Loading the comments" lines={8} failed={commentMessages.loadFailed}>
        {(data) =>
          data.comments.length === 0 ? (
            <>
              <Notice kind="empty" title={emptyTexts[state]} />
              <Together {...data} state={state} onChanged={loaded.reload} />
            </>
          ) : (
            <>
              <Together {...data} state={state} onChanged={loaded.reload} />
              <Decidable
                key={`${state} ${page}`}
                user={user}
                comments={data.comments}
                state={state}
                onChanged={loaded.reload}
              />
              <Pagination
                page={page}
                pages={data.pagination.pages}
                hrefFor={(one) => urls.receivedComments(state, one)}
                label="Pages of comments"
              />
            </>
          )
        }
      </LoadedPart>
      <Disclosure showLabel="Filtered words" onOpenChange={setWordsOpen}>
        {isWordsOpen ? <FilteredWordForms /> : null}
      </Disclosure>
    </WritingFrame>
  );
}

type TogetherProps = { waves?: Wave[]; sweeps?: Sweep[]; state: State; onChanged: () => void };

/** Comments that wait together, or that were removed at once. */
function Together({ waves = [], sweeps = [], state, onChanged }: TogetherProps) {
  const onUndo = (id: number) => callApi(undoSweep, { id: String(id) });
  const several = waves.filter((wave) => wave.comment_count > 1);
  if (state === 'waiting')
    return several.length === 0 ? null : (
      <WaveList
        waves={several}
        onSweep={(choice, reason) => callApi(sweepComments, { ...choice, reason })}
        onUndo={onUndo}
        onChanged={onChanged}
      />
    );
  return sweeps.length === 0 ? null : <SweepList sweeps={sweeps} onUndo={onUndo} onChanged={onChanged} />;
}

type DecidableProps = { user: User; comments: OverviewComment[]; state: State; onChanged: () => void };

function Decidable({ user, comments, state, onChanged }: DecidableProps) {
  const [chosen, setChosen] = useState<number[]>([]);
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useToastedAction(overviewMessages.failed);
  const ids = comments.map(({ id }) => id).filter((id) => chosen.includes(id));

  async function blockWriters(action: 'mute' | 'block', which: number[]) {
    await run(async () => {
      const decided = await callApi(decideComments, { action, ids: which });
      setChosen([]);
      const message = decidedMessage(action, decided.ids.length);
      if (decided.ids.length === 0) return message;
      return {
        message,
        action: { label: 'Undo', run: () => void unblock(decided.writers) },
      };
    });
    onChanged();
  }

  async function unblock(writers: NewBlock[]) {
    await run(async () => {
      await undoBlocks(writers);
      return blockMessages.ended;
    });
    onChanged();
  }

  async function decide(action: 'approve' | 'remove', which: number[], isUndo = false) {
    await run(async () => {
      const decided = await callApi(decideComments, { action, ids: which });
      return outcomeOf(action, decided.ids, isUndo);
    });
    onChanged();
  }

  /** A removal that fails keeps its dialog, with the reason. */
  async function removeFor(reason: string) {
    const decided = await callApi(decideComments, { action: 'remove', ids, reason });
    setAsking(false);
    await run(async () => outcomeOf('remove', decided.ids));
    onChanged();
  }

  function outcomeOf(action: 'approve' | 'remove', decided: number[], isUndo = false) {
    setChosen([]);
    const message = decidedMessage(action, decided.length);
    if (isUndo || !isReversible(state) || decided.length === 0) return message;
    const undo = action === 'approve' ? 'remove' : 'approve';
    return { message, action: { label: 'Undo', run: () => decide(undo, decided, true) } };
  }

  const isAll = ids.length === comments.length;
  return (
    <>
      <div className={styles.bar}>
        <Button size="small" onClick={() => setChosen(isAll ? [] : comments.map(({ id }) => id))}>
          {isAll ? 'Choose none' : 'Choose all'}
        </Button>
        {state === 'shown' ? null : (
          <Button
            size="small"
            variant="primary"
            busy={isBusy}
            disabled={ids.length === 0}
            onClick={() => decide('approve', ids)}
          >
            {state === 'waiting' ? 'Approve' : 'Show again'}
          </Button>
        )}
        {state === 'removed' ? null : (
          <Button size="small" busy={isBusy} disabled={ids.length === 0} onClick={() => setAsking(true)}>
            Remove
          </Button>
        )}
        <Button
          size="small"
          busy={isBusy}
          disabled={ids.length === 0}
          onClick={() => blockWriters('mute', ids)}
        >
          Mute<span className="visually-hidden"> their writers</span>
        </Button>
        <Button
          size="small"
          busy={isBusy}
          disabled={ids.length === 0}
          onClick={() => blockWriters('block', ids)}
        >
          Block<span className="visually-hidden"> their writers</span>
        </Button>
        <span role="status">{ids.length === 0 ? '' : `${ids.length} chosen`}</span>
      </div>
      <OrderedList className={styles.list}>
        {comments.map((comment) => (
          <ReceivedComment
            key={comment.id}
            user={user}
            comment={comment}
            isChosen={chosen.includes(comment.id)}
            onChoose={(isChosen) =>
              setChosen((before) =>
                isChosen ? [...before, comment.id] : before.filter((id) => id !== comment.id),
              )
            }
          />
        ))}
      </OrderedList>
      <RemoveDialog
        open={isAsking}
        count={ids.length}
        onClose={() => setAsking(false)}
        draft="several"
        onRemove={removeFor}
      />
    </>
  );
}
