import { useState } from 'react';
import { plural } from '#base/text.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDate, formatDayAndTime } from '#ui/dates.ts';
import { List } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import styles from '../components/activity-list.module.css';
import { type ActivityEvent, type ActivityKind, activityMessages, listActivity } from '../contract.ts';

/** The number of events that are shown before all of them are asked for. */
const FIRST_EVENTS = 8;

const NAMES: Record<ActivityKind, string> = {
  'signed-in': 'Signed in',
  'signed-in-on-new-device': 'Signed in on a new device',
  'sign-in-failed': 'Failed sign-ins',
  'password-changed': 'Password changed',
  'password-removed': 'Password removed with a stopped change of address',
  'app-added': 'Authenticator app set up',
  'app-removed': 'Authenticator app removed',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'codes-renewed': 'New recovery codes',
  'recovery-code-used': 'Recovery code used',
  'google-linked': 'Google linked',
  'google-unlinked': 'Google unlinked',
  'sessions-ended': 'Signed out elsewhere',
  'token-reused': 'Session ended because a copy of its key was used',
  'email-change-asked': 'Another email address asked for',
  'email-changed': 'Email address changed',
  'email-restored': 'Earlier email address restored',
  'data-exported': 'Data exported',
};

/** The log of the account: the latest events, and all of them on request. */
export function ActivityList() {
  const loaded = useLoaded('activity', async () => (await callApi(listActivity, {})).events);
  return (
    <LoadedPart loaded={loaded} label="Loading the activity" lines={8} failed={activityMessages.loadFailed}>
      {(events) => (events.length === 0 ? <p>Nothing yet.</p> : <Events events={events} />)}
    </LoadedPart>
  );
}

function Events({ events }: { events: ActivityEvent[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, FIRST_EVENTS);
  return (
    <div className={styles.log}>
      <List className={styles.list}>
        {shown.map((event) => (
          <li key={`${event.kind} ${event.happened_at}`} className={styles.row}>
            <p>{nameOf(event)}</p>
            <p className={styles.quiet}>{factsOf(event)}</p>
          </li>
        ))}
      </List>
      {shown.length < events.length ? (
        <Button onClick={() => setWhole(true)}>Show all {events.length}</Button>
      ) : null}
    </div>
  );
}

function nameOf({ kind, count }: ActivityEvent): string {
  if (kind === 'sign-in-failed') return plural(count, 'failed sign-in');
  if (kind === 'sessions-ended') return `${NAMES[kind]}: ${plural(count, 'session')}`;
  return NAMES[kind];
}

/** The time of an event, and the place of a sign-in or a session. */
function factsOf({ kind, happened_at, device, network }: ActivityEvent): string {
  const time = kind === 'sign-in-failed' ? formatDate(happened_at) : formatDayAndTime(happened_at);
  return [time, device, network === null ? null : `Network ${network}`]
    .filter((fact) => fact !== null)
    .join(' · ');
}
