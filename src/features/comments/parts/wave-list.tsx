import { useState } from 'react';
import { plural } from '#base/text.ts';
import { Button } from '#ui/button.tsx';
import { formatDate, formatMoment } from '#ui/dates.ts';
import { Row, RowFacts, Rows } from '#ui/rows.tsx';
import { useToast } from '#ui/toast.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import { heldTexts } from '../components/held-texts.ts';
import { RemoveDialog } from '../components/remove-dialog.tsx';
import { type HoldReason, type Sweep, sweepMessages, type Wave } from '../contract/sweeps.ts';

export interface WaveListProps {
  waves: Wave[];
  /** Whether a moderator decides, for the site. */
  isStaff?: boolean;
  onSweep: (
    choice: { story_id: number; held_for: HoldReason | null; with_shown: boolean },
    reason: string,
  ) => Promise<{ id: number; comment_count: number }>;
  onUndo: (id: number) => Promise<unknown>;
  /** Fetches everything again. */
  onChanged: () => void;
}

/** Comments that wait on a story for one reason, each group with the button that removes all of it. */
export function WaveList({ waves, isStaff = false, onSweep, onUndo, onChanged }: WaveListProps) {
  const [asked, setAsked] = useState<Wave>();
  const undo = useUndo(onUndo, onChanged);
  const toast = useToast();

  async function remove(wave: Wave, reason: string, withShown: boolean) {
    const { story_id, held_for } = wave;
    const { id, comment_count } = await onSweep({ story_id, held_for, with_shown: withShown }, reason);
    setAsked(undefined);
    toast.show({
      kind: 'success',
      message: `${plural(comment_count, 'comment', 'comments')} removed`,
      action: { label: 'Undo', run: () => undo(id) },
    });
    onChanged();
  }

  return (
    <>
      {waves.length === 0 ? null : (
        <Rows aria-label="Comments that wait together">
          {waves.map((wave) => (
            <Row
              key={`${wave.story_id} ${wave.held_for}`}
              actions={
                <Button size="small" onClick={() => setAsked(wave)}>
                  Remove all
                  <span className="visually-hidden">
                    {' '}
                    {wave.comment_count} on {wave.story_title}
                    {wave.held_for === null ? '' : `, ${heldTexts[wave.held_for]}`}
                  </span>
                </Button>
              }
            >
              <p>
                <strong>{plural(wave.comment_count, 'comment', 'comments')}</strong> by{' '}
                {plural(wave.account_count, 'account', 'accounts')} on{' '}
                <a href={urls.comments(wave.story_slug)}>{wave.story_title}</a>
                {wave.held_for === null ? '' : `: ${heldTexts[wave.held_for]}`}
              </p>
              <RowFacts>
                From <time dateTime={wave.first_at}>{formatMoment(wave.first_at)}</time> to{' '}
                <time dateTime={wave.last_at}>{formatMoment(wave.last_at)}</time>
                {wave.shown_count === 0
                  ? ''
                  : `; ${plural(wave.shown_count, 'more is', 'more are')} already shown`}
              </RowFacts>
            </Row>
          ))}
        </Rows>
      )}
      <RemoveDialog
        open={asked !== undefined}
        count={asked?.comment_count}
        shownCount={asked?.shown_count}
        isStaff={isStaff}
        draft={`wave:${asked?.story_id}:${asked?.held_for}`}
        onClose={() => setAsked(undefined)}
        onRemove={async (reason, withShown) => {
          if (asked !== undefined) await remove(asked, reason, withShown);
        }}
      />
    </>
  );
}

export type SweepListProps = { sweeps: Sweep[] } & Pick<WaveListProps, 'onUndo' | 'onChanged'>;

/** Removals of many comments at once, with the way back. */
export function SweepList({ sweeps, onUndo, onChanged }: SweepListProps) {
  const undo = useUndo(onUndo, onChanged);
  return (
    <Rows aria-label="Removed at once">
      {sweeps.map(({ id, comment_count, story_title, reason, swept_at }) => (
        <Row
          key={id}
          actions={
            <Button size="small" onClick={() => undo(id)}>
              Bring back
              <span className="visually-hidden"> {plural(comment_count, 'comment', 'comments')}</span>
            </Button>
          }
        >
          <p>
            <strong>{plural(comment_count, 'comment', 'comments')}</strong> removed at once
            {story_title === null ? '' : ` on “${story_title}”`},{' '}
            <time dateTime={swept_at}>{formatDate(swept_at)}</time>
          </p>
          {reason === '' ? null : <RowFacts>The reason: {reason}</RowFacts>}
        </Row>
      ))}
    </Rows>
  );
}

function useUndo(onUndo: WaveListProps['onUndo'], onChanged: () => void) {
  const { run } = useToastedAction(sweepMessages.failed);
  return async (id: number) => {
    await run(async () => {
      await onUndo(id);
      return sweepMessages.undone;
    });
    onChanged();
  };
}
