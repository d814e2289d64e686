import type { TagRelation } from '../contract/proposals.ts';
import { TAG_KINDS, tagKindLabels } from '../contract/tags.ts';

type Relation = {
  relation: TagRelation;
  tag: string;
  canonical?: string | null;
  parent?: string | null;
  kind?: string | null;
  /** The other tag or the kind, where it is not told which. */
  target?: string;
};

/** A suggestion or a decision in words: “slow burn” is part of “romance”. */
export function relationWords({ relation, tag, canonical, parent, kind, target }: Relation): string {
  const other = canonical ?? parent ?? kind ?? target ?? '';
  if (relation === 'canonical') return `“${tag}” means “${other}”`;
  if (relation === 'parent') return `“${tag}” is part of “${other}”`;
  const known = TAG_KINDS.find((one) => one === other);
  return `“${tag}” is of the kind ${known === undefined ? other : tagKindLabels[known].toLowerCase()}`;
}
