import { useState } from 'react';
import { BAN_SCOPES, type BanScope } from '#base/ban-scopes.ts';
import { isApiError } from '#base/failure.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { MAX_NOTE_CHARACTERS, moderationMessages } from '#features/moderation/contract/moderation.ts';
import { ModerationFrame } from '#features/moderation/parts/moderation-frame.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatMoment } from '#ui/dates.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Row, RowFacts, Rows } from '#ui/rows.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { addBan, type Ban, banMessages, endBan, listBans } from '../../contract.ts';
import { readBanRange } from '../../rules.ts';
import styles from './network-bans-page.module.css';

const scopeLabels: Record<BanScope, string> = {
  'sign-up': 'Registering',
  writing: 'Writing, and registering',
  everything: 'The whole site',
};

const DAYS = [1, 7, 30, 90, 365];

export function meta(): PageMeta {
  return {
    title: 'Banned networks',
    description: 'Networks that may not register, write or use the site for a time.',
    isHidden: true,
  };
}

export function NetworkBansPage() {
  const loaded = useLoaded('network bans', () => callApi(listBans, {}));
  return (
    <ModerationFrame
      title="Networks"
      lead="A ban hits everybody in a network, and nobody who changes it. Prefer the narrowest range, the least ban and the shortest time. The site stores no addresses; take them from your proxy’s log."
    >
      <BanForm onAdded={loaded.reload} />
      <h2 className={styles.title}>Banned now</h2>
      <LoadedPart
        loaded={loaded}
        label="Loading the bans"
        failed={banMessages.loadFailed}
        empty={({ bans }) => (bans.length === 0 ? 'No network is banned.' : undefined)}
      >
        {({ bans }) => (
          <Rows aria-label="Banned networks">
            {bans.map((ban) => (
              <BanRow key={ban.id} ban={ban} onEnded={loaded.reload} />
            ))}
          </Rows>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}

function BanForm({ onAdded }: { onAdded: () => void }) {
  const [isOwn, setOwn] = useState(false);
  const form = useForm({
    names: ['range', 'scope', 'days', 'note', 'includes_own'],
    check: ({ range, note }) => {
      const read = readBanRange(range);
      return {
        range: 'error' in read ? read.error : undefined,
        note: note.trim() === '' ? moderationMessages.noteRequired : undefined,
      };
    },
    submit: async ({ range, scope, days, note, includes_own }) => {
      try {
        await callApi(addBan, {
          ...{ range, note },
          scope: scope as BanScope,
          days: Number(days),
          includes_own: includes_own === 'on',
        });
      } catch (error) {
        if (isApiError(error) && error.fields.includes_own !== undefined) setOwn(true);
        throw error;
      }
      setOwn(false);
      onAdded();
      return banMessages.added;
    },
    failureMessage: banMessages.failed,
    clearsOnSuccess: true,
  });
  return (
    <Form form={form} label="Ban a network" className={styles.form} saysNeedsScript={false}>
      <TextField
        name="range"
        label="Address or range"
        hint="Such as 203.0.113.0/24 or 2001:db8:1200::/48."
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        name="scope"
        label="Banned from"
        options={BAN_SCOPES.map((scope) => ({ value: scope, label: scopeLabels[scope] }))}
      />
      <SelectField
        name="days"
        label="For"
        defaultValue="7"
        options={DAYS.map((days) => ({ value: String(days), label: days === 1 ? 'a day' : `${days} days` }))}
      />
      <TextArea
        name="note"
        label="Reason"
        hint="For the staff alone; kept in the log. Name no address here."
        rows={3}
        required
        counter={{ limit: MAX_NOTE_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      {isOwn ? (
        <CheckboxField name="includes_own" label="Ban it although it includes my own network" />
      ) : null}
      <FormActions>
        <SubmitButton busyText="Banning...">Ban</SubmitButton>
      </FormActions>
    </Form>
  );
}

function BanRow({ ban, onEnded }: { ban: Ban; onEnded: () => void }) {
  const { isBusy, run } = useToastedAction(banMessages.failed);
  const [isAsked, setAsked] = useState(false);

  async function end() {
    await run(async () => {
      await callApi(endBan, { id: ban.id });
      return banMessages.ended;
    });
    setAsked(false);
    onEnded();
  }

  return (
    <Row
      actions={
        <>
          <Button size="small" aria-haspopup="dialog" onClick={() => setAsked(true)}>
            End now<span className="visually-hidden"> the ban of {ban.range}</span>
          </Button>
          <ConfirmDialog
            open={isAsked}
            onOpenChange={setAsked}
            title={`End the ban of ${ban.range}?`}
            text="Everybody in this network can read, register and write again at once. Ending a ban cannot be undone: the network would have to be banned anew."
            confirmLabel="End now"
            busyText="Ending..."
            cancelLabel="Keep it"
            danger
            busy={isBusy}
            onConfirm={() => void end()}
          />
        </>
      }
    >
      <p className="numerals">{ban.range}</p>
      <RowFacts>
        {scopeLabels[ban.scope]} · until {formatMoment(ban.expires_at)} · ban {ban.id}
      </RowFacts>
      <p>{ban.reason}</p>
    </Row>
  );
}
