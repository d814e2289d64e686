import { useState } from 'react';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDayAndTime, formatMoment } from '#ui/dates.ts';
import { Row, RowFacts } from '#ui/rows.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import {
  type Announcement,
  type AnnouncementChange,
  announcementMessages,
  endAnnouncement,
  undoAnnouncementChange,
} from '../contract.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import { AnnouncementText } from './announcement-text.tsx';

/** A press that changes an announcement, and tells of its result. */
function useChange(change: () => Promise<unknown>, message: string, onChanged: () => void) {
  const { isBusy, run } = useToastedAction(announcementMessages.failed);
  async function press() {
    await run(async () => {
      await change();
      return message;
    });
    onChanged();
  }
  return { isBusy, press: () => void press() };
}

const stateNames = { coming: 'Starts', shown: 'Shown now, until', over: 'Over since' };

export type AnnouncementRowProps = {
  announcement: Announcement;
  onChanged: () => void;
  readRevision: (id: number) => Promise<number | undefined>;
};

export function AnnouncementRow({ announcement, onChanged, readRevision }: AnnouncementRowProps) {
  const { id, revision, kind, text, starts_at, ends_at, state } = announcement;
  const [isEdited, setEdited] = useState(false);
  const end = useChange(
    () => callApi(endAnnouncement, { id, revision }),
    announcementMessages.endedNow,
    onChanged,
  );
  if (isEdited)
    return (
      <Row>
        <AnnouncementForm
          announcement={announcement}
          readRevision={readRevision}
          onCancel={() => setEdited(false)}
          onSaved={() => {
            setEdited(false);
            onChanged();
          }}
        />
      </Row>
    );
  return (
    <Row
      actions={
        state === 'over' ? null : (
          <>
            <Button size="small" onClick={() => setEdited(true)}>
              Edit<span className="visually-hidden"> announcement {id}</span>
            </Button>
            <Button size="small" busy={end.isBusy} onClick={end.press}>
              {state === 'coming' ? 'Call off' : 'End now'}
              <span className="visually-hidden"> announcement {id}</span>
            </Button>
          </>
        )
      }
    >
      <AnnouncementText kind={kind} text={text} />
      <RowFacts>
        {stateNames[state]} {formatMoment(state === 'coming' ? starts_at : ends_at)}
        {state === 'coming' ? `, until ${formatMoment(ends_at)}` : ''}
      </RowFacts>
    </Row>
  );
}

const actionNames = { write: 'Written', edit: 'Edited', end: 'Ended', undo: 'Undone' };

export function ChangeRow({ change, onChanged }: { change: AnnouncementChange; onChanged: () => void }) {
  const { id, revision, action, text, starts_at, ends_at, changed_by, changed_at, is_latest } = change;
  const undo = useChange(
    () => callApi(undoAnnouncementChange, { id, revision }),
    announcementMessages.undone,
    onChanged,
  );
  return (
    <Row
      actions={
        is_latest ? (
          <Button size="small" busy={undo.isBusy} onClick={undo.press}>
            Undo<span className="visually-hidden"> the latest change of announcement {id}</span>
          </Button>
        ) : null
      }
    >
      <p>
        <strong>{actionNames[action]}:</strong> announcement {id}, from {formatDayAndTime(starts_at)} to{' '}
        {formatDayAndTime(ends_at)}, “{text}”
      </p>
      <RowFacts>
        {changed_by} · {formatMoment(changed_at)}
      </RowFacts>
    </Row>
  );
}
