import { tagKey } from '#features/labels/rules/tag-key.ts';
import { Button } from '#ui/button.tsx';
import styles from '../parts/tag-field.module.css';
import { useTagSuggestions } from './tag-suggestions.ts';

export type JoinOfferProps = {
  /** The words that became separate tags, as one name. */
  name: string;
  onJoin: (name: string) => void;
};

const NONE: readonly string[] = [];

/** Offers to join several words into one tag, in the library's spelling if it has that tag. */
export function JoinOffer({ name, onJoin }: JoinOfferProps) {
  const { suggestions } = useTagSuggestions(name, NONE);
  const known = suggestions.find((tag) => tagKey(tag) === tagKey(name)) ?? name;
  return (
    <div className={styles.offer}>
      <Button size="small" onClick={() => onJoin(known)}>
        Join as “{known}”
      </Button>
    </div>
  );
}
