import type { ReactNode } from 'react';
import { SelectField } from '#ui/select-field.tsx';
import { TAG_KINDS, tagKindLabels } from '../contract/tags.ts';

export type RelationFieldsProps<Relation extends string> = {
  /** The label of the choice. */
  label: string;
  /** The possible relations in words; `kind` asks for one of the kinds. */
  labels: Record<Relation, string>;
  relation: Relation | 'kind';
  onRelation: (relation: Relation) => void;
  /** The field for the other tag. */
  children: ReactNode;
};

/** The fields for the relation of a tag to another one, or for its kind. */
export function RelationFields<Relation extends string>(props: RelationFieldsProps<Relation>) {
  const { label, labels, relation, onRelation, children } = props;
  const relations = Object.keys(labels) as Relation[];
  return (
    <>
      <SelectField
        name="relation"
        label={label}
        value={relation}
        onChange={(event) => {
          const chosen = relations.find((one) => one === event.currentTarget.value);
          if (chosen !== undefined) onRelation(chosen);
        }}
        options={relations.map((value) => ({ value, label: labels[value] }))}
      />
      {relation === 'kind' ? (
        <SelectField
          name="kind"
          label="Kind"
          options={TAG_KINDS.map((value) => ({ value, label: tagKindLabels[value] }))}
        />
      ) : (
        children
      )}
    </>
  );
}
