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
import { CopyButton } from '#ui/copy-button.tsx';
import { formatDate } from '#ui/dates.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Row, RowFacts, Rows } from '#ui/rows.tsx';
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

type Room = { allowed: number | null; left: number | null };

function roomInWords({ allowed, left }: Room): string {
  if (allowed === null) return 'You can give any number.';
  const room = left === 0 ? 'You can invite nobody now.' : `${left} left.`;
  return `You can give ${allowed} in ${INVITATION_PERIOD_DAYS} days. ${room}`;
}

function CreateForm({ allowed, left, onCreated }: Room & { onCreated: () => void }) {
  const form = useForm({
    names: [],
    submit: async () => {
      await callApi(createInvitation, {});
      onCreated();
      return invitationMessages.created;
    },
    failureMessage: invitationMessages.createFailed,
  });
  if (allowed === 0) return <p className={styles.quiet}>{invitationMessages.staffOnly}</p>;
  return (
    <Form form={form} label="Invitations">
      <p className={styles.quiet}>{roomInWords({ allowed, left })}</p>
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
  const isExpired = used_at === null && Date.parse(expires_at) < Date.now();

  async function revoke() {
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
            <Button size="small" busy={isBusy} onClick={() => void revoke()}>
              {isExpired ? 'Remove' : 'Take back'}
              <span className="visually-hidden"> {code}</span>
            </Button>
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
