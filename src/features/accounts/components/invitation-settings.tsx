import { useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import {
  createInvitation,
  INVITATION_DAYS,
  INVITATION_PERIOD_DAYS,
  type Invitation,
  invitationMessages,
  listInvitations,
  revokeInvitation,
} from '#features/invitations/contract.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { formatDate } from '#ui/dates.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Row, RowFacts, Rows } from '#ui/rows.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import styles from './invitation-settings.module.css';
import { ProfileSection } from './profile-section.tsx';

/** The invitations of a member, on a site that people enter by invitation. */
export function InvitationSettings({ isVerified }: { isVerified: boolean }) {
  const loaded = useLoaded('invitations', () => callApi(listInvitations, {}));
  return (
    <ProfileSection
      title="Invitations"
      text={`Registering here needs an invitation, which works once, for ${INVITATION_DAYS} days. Admins see who invited whom; members don’t.`}
    >
      <LoadedPart
        loaded={loaded}
        label="Loading your invitations"
        lines={3}
        failed={invitationMessages.loadFailed}
      >
        {(data) => (
          <>
            {data.invitations.length === 0 ? null : (
              <Rows aria-label="Invitations">
                {data.invitations.map((invitation) => (
                  <InvitationRow key={invitation.id} invitation={invitation} onRevoked={loaded.reload} />
                ))}
              </Rows>
            )}
            {isVerified ? (
              <CreateForm {...data} onCreated={loaded.reload} />
            ) : (
              <p className={styles.quiet}>{invitationMessages.notVerified}</p>
            )}
          </>
        )}
      </LoadedPart>
    </ProfileSection>
  );
}

type Room = DataOf<typeof listInvitations>;

function roomInWords({ allowed, left, invitations }: Room): string {
  if (allowed === null) return 'You can give any number.';
  const given = `You can give ${allowed} in ${INVITATION_PERIOD_DAYS} days.`;
  // The latest come first: the period ends for this one before another can be given.
  const next = left === 0 ? invitations[allowed - 1] : undefined;
  if (next === undefined) return `${given} ${left} left.`;
  const from = new Date(Date.parse(next.created_at) + INVITATION_PERIOD_DAYS * DAY_MILLISECONDS);
  const sooner = invitations.slice(0, allowed).some(({ used_at }) => used_at === null)
    ? ', or when you take one back'
    : '';
  return `${given} None left until ${formatDate(from.toISOString())}${sooner}.`;
}

function CreateForm({ onCreated, ...room }: Room & { onCreated: () => void }) {
  const toast = useToast();
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(createInvitation, {});
      onCreated();
      // A message in the form would still say so when the invitation has been taken back.
      toast.show({ kind: 'success', message: invitationMessages.created });
      return undefined;
    },
    failureMessage: invitationMessages.createFailed,
  });
  if (room.allowed === 0) return <p className={styles.quiet}>{invitationMessages.staffOnly}</p>;
  return (
    <Form form={form} label="Invitations">
      <p className={styles.quiet}>{roomInWords(room)}</p>
      <FormActions>
        <SubmitButton variant="quiet" busyText="Creating...">
          Create invitation
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

function InvitationRow({ invitation, onRevoked }: { invitation: Invitation; onRevoked: () => void }) {
  const { id, code, expires_at, used_at } = invitation;
  const { isBusy, run } = useToastedAction(invitationMessages.revokeFailed);
  const [isAsked, setAsked] = useState(false);
  const isExpired = used_at === null && Date.parse(expires_at) < Date.now();

  async function revoke() {
    setAsked(false);
    await run(async () => {
      await callApi(revokeInvitation, { id });
      return invitationMessages.revoked;
    });
    onRevoked();
  }

  return (
    <Row
      actions={
        used_at === null ? (
          <>
            {isExpired ? null : (
              <CopyButton text={() => window.location.origin + urls.invitation(code)} subject={code} />
            )}
            <Button
              busy={isBusy}
              aria-haspopup={isExpired ? undefined : 'dialog'}
              onClick={() => (isExpired ? void revoke() : setAsked(true))}
            >
              {isExpired ? 'Remove' : 'Take back'}
              <span className="visually-hidden"> {code}</span>
            </Button>
            <ConfirmDialog
              open={isAsked}
              onOpenChange={setAsked}
              title="Take back the invitation?"
              text={`Nobody can register with ${code} any more, also if you have sent it already.`}
              confirmLabel="Take back"
              cancelLabel="Keep it"
              danger
              onConfirm={() => void revoke()}
            />
          </>
        ) : null
      }
    >
      <p className="numerals">{code}</p>
      <RowFacts>
        {used_at === null
          ? `${isExpired ? 'Expired' : 'Works until'} ${formatDate(expires_at)}`
          : `Used ${formatDate(used_at)}`}
      </RowFacts>
    </Row>
  );
}
