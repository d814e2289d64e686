import { useState } from 'react';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { List } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import {
  listOwnTagProposals,
  proposeTagRelation,
  type TagProposal,
  tagProposalMessages,
  withdrawTagProposal,
} from '../contract/proposals.ts';
import type { TagKind } from '../contract/tags.ts';
import { RelationFields } from '../parts/relation-fields.tsx';
import { relationWords } from '../parts/relation-words.ts';
import { TagNameField } from '../parts/tag-name-field.tsx';
import styles from './relation-dialog.module.css';

export type RelationDialogProps = { tag: string; onClose: () => void };

/** How the tag may relate to another; `tag`: the other one gets this tag as its parent. */
type Relation = 'canonical' | 'parent' | 'tag' | 'kind';

const relationLabels: Record<Relation, string> = {
  canonical: 'means the same as another tag',
  parent: 'is part of a wider tag',
  tag: 'includes a narrower tag',
  kind: 'is of a kind',
};

const hints: Record<Exclude<Relation, 'kind'>, string> = {
  canonical: 'Their stories will share one list, under the other tag’s name.',
  parent: 'Every story with this tag will also be found under the wider one.',
  tag: 'Every story with the narrower tag will also be found under this one.',
};

/** Lets a member suggest how a tag relates to others, and shows their suggestions. */
export function RelationDialog({ tag, onClose }: RelationDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const own = useLoaded('own', () => callApi(listOwnTagProposals, { limit: 10 }));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || isBusy || onClose()}
      title={`How “${tag}” relates to others`}
      description="Stories keep the words of their authors. What tags mean decides where the stories are found; moderators look at every suggestion."
    >
      <RelationForm tag={tag} onBusy={setBusy} onSent={own.reload} />
      <section className={styles.own} aria-labelledby="own-suggestions">
        <h3 id="own-suggestions" className={styles.heading}>
          Your latest suggestions
        </h3>
        <LoadedPart
          loaded={own}
          label="Loading your suggestions"
          failed={tagProposalMessages.loadFailed}
          empty={({ proposals }) => (proposals.length === 0 ? 'None yet.' : undefined)}
        >
          {({ proposals }) => (
            <List className={styles.list}>
              {proposals.map((proposal) => (
                <OwnProposal key={proposal.id} proposal={proposal} onDone={own.reload} />
              ))}
            </List>
          )}
        </LoadedPart>
      </section>
    </Dialog>
  );
}

type FormProps = { tag: string; onBusy: (isBusy: boolean) => void; onSent: () => void };

function RelationForm({ tag, onBusy, onSent }: FormProps) {
  const [relation, setRelation] = useState<Relation>('parent');
  const [typed, setTyped] = useState('');
  const form = useForm({
    names: ['relation', 'canonical', 'parent', 'tag', 'kind'],
    check: (values) =>
      relation !== 'kind' && values[relation].trim() === ''
        ? { [relation]: tagProposalMessages.tagRequired }
        : {},
    submit: async (values) => {
      onBusy(true);
      try {
        await callApi(proposeTagRelation, inputOf(tag, relation, values[relation]));
      } finally {
        onBusy(false);
      }
      setTyped('');
      onSent();
      return tagProposalMessages.sent;
    },
    failureMessage: tagProposalMessages.failed,
  });
  return (
    <Form form={form} label={`How ${tag} relates to others`} saysNeedsScript={false}>
      <RelationFields label={`“${tag}”`} labels={relationLabels} relation={relation} onRelation={setRelation}>
        <TagNameField
          name={relation}
          label="The other tag"
          required
          hint={relation === 'kind' ? undefined : hints[relation]}
          value={typed}
          onChange={setTyped}
          except={[tag]}
        />
      </RelationFields>
      <FormActions>
        <SubmitButton busyText="Sending...">Suggest</SubmitButton>
      </FormActions>
    </Form>
  );
}

function inputOf(tag: string, relation: Relation, value: string) {
  if (relation === 'tag') return { tag: value, parent: tag };
  if (relation === 'kind') return { tag, kind: value as TagKind };
  return { tag, [relation]: value };
}

const states: Record<TagProposal['state'], string> = {
  open: 'Waiting',
  accepted: 'Accepted',
  rejected: 'Not taken up',
};

function OwnProposal({ proposal, onDone }: { proposal: TagProposal; onDone: () => void }) {
  const { isBusy, run } = useToastedAction(tagProposalMessages.withdrawFailed);
  const words = relationWords(proposal);

  async function withdraw() {
    const isDone = await run(async () => {
      await callApi(withdrawTagProposal, { id: proposal.id });
      return undefined;
    });
    if (isDone) onDone();
  }

  return (
    <li className={styles.row}>
      <span className={styles.words}>
        {words}
        <span className={styles.state}>
          {states[proposal.state]}
          {proposal.note === '' ? '' : `: ${proposal.note}`}
        </span>
      </span>
      {proposal.state === 'open' ? (
        <Button size="small" busy={isBusy} busyText="Withdrawing..." onClick={withdraw}>
          Withdraw
          <span className="visually-hidden"> {words}</span>
        </Button>
      ) : null}
    </li>
  );
}
