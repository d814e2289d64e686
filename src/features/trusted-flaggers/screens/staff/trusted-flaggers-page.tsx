import type { PageMeta } from '#base/page-meta.ts';
import { plural } from '#base/text.ts';
import { MAX_NOTE_CHARACTERS, moderationMessages } from '#features/moderation/contract/moderation.ts';
import { ModerationFrame } from '#features/moderation/parts/moderation-frame.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Row, RowFacts, Rows } from '#ui/rows.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import {
  addTrustedFlagger,
  flaggerMessages,
  listTrustedFlaggers,
  MAX_ORGANISATION_CHARACTERS,
  revokeTrustedFlagger,
  type TrustedFlagger,
} from '../../contract.ts';
import styles from './trusted-flaggers-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Trusted flaggers',
    description: 'Organisations whose notices come first.',
    isHidden: true,
  };
}

export function TrustedFlaggersPage() {
  const loaded = useLoaded('trusted flaggers', () => callApi(listTrustedFlaggers, {}));
  return (
    <ModerationFrame
      title="Trusted flaggers"
      lead="Reports and legal requests of these organisations come first in the queue, after serious ones. In the European Union the Digital Services Coordinators award the status, for a time."
    >
      <FlaggerForm onAdded={loaded.reload} />
      <h2 className={styles.title}>Trusted now and before</h2>
      <LoadedPart
        loaded={loaded}
        label="Loading the trusted flaggers"
        failed={flaggerMessages.loadFailed}
        empty={({ flaggers }) => (flaggers.length === 0 ? 'Nobody is a trusted flagger yet.' : undefined)}
      >
        {({ flaggers }) => (
          <Rows aria-label="Trusted flaggers">
            {flaggers.map((flagger) => (
              <FlaggerRow key={flagger.id} flagger={flagger} onRevoked={loaded.reload} />
            ))}
          </Rows>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}

function FlaggerForm({ onAdded }: { onAdded: () => void }) {
  const form = useForm({
    names: ['organisation', 'who', 'until', 'note'],
    check: ({ organisation, who, until, note }) => ({
      organisation: organisation.trim() === '' ? flaggerMessages.organisationRequired : undefined,
      who: who.trim() === '' ? flaggerMessages.whoRequired : undefined,
      until: until === '' ? flaggerMessages.untilForm : undefined,
      note: note.trim() === '' ? moderationMessages.noteRequired : undefined,
    }),
    submit: async ({ organisation, who, until, note }) => {
      await callApi(addTrustedFlagger, { organisation, who, until, note });
      onAdded();
      return flaggerMessages.added;
    },
    failureMessage: flaggerMessages.failed,
    clearsOnSuccess: true,
  });
  return (
    <Form form={form} label="Add a trusted flagger" className={styles.form} saysNeedsScript={false}>
      <TextField
        name="organisation"
        label="Organisation"
        required
        autoComplete="off"
        counter={{ limit: MAX_ORGANISATION_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      <TextField
        name="who"
        label="Account, email address or domain"
        hint="A username, desk@example.org, or @example.org for everyone there. A guest’s address is not confirmed; the queue says so."
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField name="until" label="Until" type="date" required />
      <TextArea
        name="note"
        label="Reason"
        hint="For the staff alone; kept in the log, such as who awarded the status."
        rows={3}
        required
        counter={{ limit: MAX_NOTE_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      <FormActions>
        <SubmitButton busyText="Adding...">Add</SubmitButton>
      </FormActions>
    </Form>
  );
}

function stateOf({ is_trusted, revoked_at, until }: TrustedFlagger): string {
  if (is_trusted) return `until ${formatDate(until)}`;
  return revoked_at === null ? `over since ${formatDate(until)}` : `revoked ${formatDate(revoked_at)}`;
}

function FlaggerRow({ flagger, onRevoked }: { flagger: TrustedFlagger; onRevoked: () => void }) {
  const { isBusy, run } = useToastedAction(flaggerMessages.failed);
  const { id, organisation, username, address, is_trusted, notice_count, upheld_count } = flagger;

  async function revoke() {
    await run(async () => {
      await callApi(revokeTrustedFlagger, { id });
      return flaggerMessages.revoked;
    });
    onRevoked();
  }

  return (
    <Row
      actions={
        is_trusted ? (
          <Button size="small" busy={isBusy} onClick={() => void revoke()}>
            Revoke<span className="visually-hidden"> the trust in {organisation}</span>
          </Button>
        ) : null
      }
    >
      <p>{organisation}</p>
      <RowFacts>
        {username ?? address} · {stateOf(flagger)}
      </RowFacts>
      <RowFacts>
        {plural(notice_count, 'notice')}, {upheld_count} of them upheld
      </RowFacts>
    </Row>
  );
}
