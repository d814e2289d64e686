import { useState } from 'react';
import { plural } from '#base/text.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDate, formatDayAndTime } from '#ui/dates.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Row, RowFacts, Rows } from '#ui/rows.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { endOtherSessions } from '../contract/accounts.ts';
import { endSessionById, listSessions, type OpenSession, sessionMessages } from '../contract/sessions.ts';
import styles from './open-sessions.module.css';
import { ProfileSection } from './profile-section.tsx';

/** The number of sessions that are shown before all of them are asked for. */
const FIRST_SESSIONS = 5;

/** The sessions of the account, with the way to end each. */
export function OpenSessions() {
  const [isWhole, setWhole] = useState(false);
  const loaded = useLoaded('sessions', async () => (await callApi(listSessions, {})).sessions);
  return (
    <ProfileSection
      anchor="sessions"
      title="Sessions"
      text="You stay signed in for up to 30 days on each device. Lost a device, or used someone else’s? Sign it out here. “Sign out everywhere else” also ends the addresses of your feed and catalogue."
    >
      <LoadedPart loaded={loaded} label="Loading your sessions" lines={4} failed={sessionMessages.loadFailed}>
        {(sessions) => (
          <>
            <Rows>
              {sessions.slice(0, isWhole ? undefined : FIRST_SESSIONS).map((session) => (
                <SessionRow key={session.id} session={session} onEnded={loaded.reload} />
              ))}
            </Rows>
            {isWhole || sessions.length <= FIRST_SESSIONS ? null : (
              <Button onClick={() => setWhole(true)}>Show all {sessions.length}</Button>
            )}
          </>
        )}
      </LoadedPart>
      <EndOthers onEnded={loaded.reload} />
    </ProfileSection>
  );
}

function SessionRow({ session, onEnded }: { session: OpenSession; onEnded: () => void }) {
  const { id, device, network, created_at, seen_at, is_current } = session;
  const { isBusy, run } = useToastedAction(sessionMessages.endFailed);
  const name = device ?? sessionMessages.unknownDevice;

  async function end() {
    await run(async () => {
      await callApi(endSessionById, { id });
      return `${name}: signed out.`;
    });
    onEnded();
  }

  return (
    <Row
      actions={
        is_current ? null : (
          <Button size="small" busy={isBusy} onClick={() => void end()}>
            Sign out<span className="visually-hidden"> {name}</span>
          </Button>
        )
      }
    >
      <p className={styles.device}>
        <strong>{name}</strong>
        {is_current ? <span className={styles.current}>This one</span> : null}
      </p>
      <RowFacts>
        {network === null ? null : `Network ${network} · `}Signed in {formatDate(created_at)}
        {is_current ? null : ` · Last used ${formatDayAndTime(seen_at)}`}
      </RowFacts>
    </Row>
  );
}

function EndOthers({ onEnded }: { onEnded: () => void }) {
  const form = useForm({
    names: [],
    submit: async () => {
      const { ended } = await callApi(endOtherSessions, {});
      onEnded();
      return ended === 0
        ? 'You were not signed in anywhere else.'
        : `Signed out of ${plural(ended, 'other session')}.`;
    },
    failureMessage: 'Failed to sign out elsewhere',
  });
  return (
    <Form form={form} label="Sessions">
      <FormActions>
        <SubmitButton variant="quiet" busyText="Signing out...">
          Sign out everywhere else
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
