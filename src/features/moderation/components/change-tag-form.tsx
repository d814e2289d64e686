import { useState } from 'react';
import {
  MAX_TAG_NOTE_CHARACTERS,
  type TagRelation,
  tagProposalMessages,
} from '#features/tags/contract/proposals.ts';
import type { TagKind } from '#features/tags/contract/tags.ts';
import { RelationFields } from '#features/tags/parts/relation-fields.tsx';
import { TagNameField } from '#features/tags/parts/tag-name-field.tsx';
import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { changeTag, tagDecisionMessages } from '../contract/tags.ts';
import styles from './change-tag-form.module.css';

const relationLabels: Record<TagRelation, string> = {
  canonical: 'means the same as',
  parent: 'is part of',
  kind: 'is of the kind',
};

/** Changes what a tag means without a suggestion. */
export function ChangeTagForm() {
  const [relation, setRelation] = useState<TagRelation>('canonical');
  const [tag, setTag] = useState('');
  const [other, setOther] = useState('');
  const form = useForm({
    names: ['tag', 'relation', 'canonical', 'parent', 'kind', 'note'],
    check: (values) => ({
      tag: values.tag.trim() === '' ? tagProposalMessages.tagRequired : undefined,
      ...(relation === 'kind' || values[relation].trim() !== ''
        ? {}
        : { [relation]: tagProposalMessages.tagRequired }),
    }),
    submit: async ({ tag, note, ...values }) => {
      const target =
        relation === 'kind' ? { kind: values.kind as TagKind } : { [relation]: values[relation] };
      await callApi(changeTag, { tag, note, ...target });
      setTag('');
      setOther('');
      return tagDecisionMessages.changed;
    },
    clearsOnSuccess: true,
    failureMessage: moderationMessages.failed,
  });
  return (
    <Form form={form} label="Change a tag" className={styles.form} saysNeedsScript={false}>
      <TagNameField name="tag" label="Tag" required value={tag} onChange={setTag} />
      <RelationFields label="Relation" labels={relationLabels} relation={relation} onRelation={setRelation}>
        <TagNameField name={relation} label="The other tag" required value={other} onChange={setOther} />
      </RelationFields>
      <TextArea
        name="note"
        label="Note"
        hint="Kept in the log."
        rows={3}
        counter={{ limit: MAX_TAG_NOTE_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      <FormActions>
        <SubmitButton busyText="Changing...">Change</SubmitButton>
      </FormActions>
    </Form>
  );
}
