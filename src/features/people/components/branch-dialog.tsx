import { useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import { moderationMessages } from '#features/moderation/contract/moderation.ts';
import { markSpam, unmarkSpam } from '#features/moderation/contract/newcomers.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { formatDate } from '#ui/dates.ts';
import { Dialog } from '#ui/dialog.tsx';
import { List } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { type BranchMember, listBranch, type Person, peopleMessages } from '../contract.ts';
import styles from './branch-dialog.module.css';

export type BranchDialogProps = { person: Person; onClose: () => void };

/** Everybody whom an account brought in, and the spam mark for those of them who are chosen. */
export function BranchDialog({ person, onClose }: BranchDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const loaded = useLoaded(`branch ${person.id}`, () => callApi(listBranch, { id: person.id }));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || isBusy || onClose()}
      title={`Invited by ${person.username}`}
      description="And those whom these invited in turn. A spam mark suspends an account, withholds its stories and closes the cases about them; its owner is told and can appeal."
    >
      <LoadedPart
        loaded={loaded}
        label="Loading the invitations"
        failed={peopleMessages.branchFailed}
        empty={({ members }) => (members.length === 0 ? 'Nobody is left of them.' : undefined)}
      >
        {({ members }) => <BranchForm members={members} isBusy={isBusy} onBusy={setBusy} />}
      </LoadedPart>
    </Dialog>
  );
}

type FormProps = { members: BranchMember[]; isBusy: boolean; onBusy: (isBusy: boolean) => void };

/** Staff, and accounts that are suspended already, are left as they are. */
const canMark = ({ role, suspended_at }: BranchMember) => role === 'user' && suspended_at === null;

function BranchForm({ members, isBusy, onBusy }: FormProps) {
  const toast = useToast();
  const [chosen, setChosen] = useState(() => new Set(members.filter(canMark).map(({ id }) => id)));
  const [marked, setMarked] = useState<number[]>([]);

  /** One after the other: each is a decision of its own, with its entry in the log and its mail. */
  async function changeAll(call: typeof markSpam | typeof unmarkSpam, ids: number[]) {
    const changed: number[] = [];
    onBusy(true);
    try {
      for (const id of ids) {
        await callApi(call, { id });
        changed.push(id);
      }
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.show({ kind: 'error', message: error.message || moderationMessages.failed });
    } finally {
      onBusy(false);
    }
    return changed;
  }

  async function mark() {
    const ids = await changeAll(markSpam, [...chosen]);
    setMarked(ids);
    if (ids.length > 0)
      toast.show({ kind: 'success', message: `${plural(ids.length, 'account')} marked as spam.` });
  }

  async function undo() {
    const ids = await changeAll(unmarkSpam, marked);
    setMarked(marked.filter((id) => !ids.includes(id)));
    if (ids.length > 0)
      toast.show({ kind: 'success', message: `${plural(ids.length, 'account')} back to what they were.` });
  }

  return (
    <>
      <List className={styles.list} aria-label="Invited accounts">
        {members.map((member) => (
          <li key={member.id} data-depth={Math.min(member.depth, 4)}>
            <CheckboxField
              name={`member-${member.id}`}
              label={
                <>
                  {member.username}{' '}
                  <span className={styles.facts}>
                    invited by {member.invited_by} · since {formatDate(member.created_at)}
                    {member.role === 'user' ? '' : ` · ${member.role}`}
                    {member.suspended_at === null ? '' : ' · suspended'}
                  </span>
                </>
              }
              checked={chosen.has(member.id)}
              disabled={!canMark(member) || marked.length > 0}
              onChange={(event) => {
                const next = new Set(chosen);
                if (event.currentTarget.checked) next.add(member.id);
                else next.delete(member.id);
                setChosen(next);
              }}
            />
          </li>
        ))}
      </List>
      <div className={styles.actions}>
        {marked.length === 0 ? (
          <Button variant="danger" busy={isBusy} disabled={chosen.size === 0} onClick={() => void mark()}>
            Mark {plural(chosen.size, 'account')} as spam
          </Button>
        ) : (
          <Button busy={isBusy} onClick={() => void undo()}>
            Undo for {plural(marked.length, 'account')}
          </Button>
        )}
      </div>
    </>
  );
}
