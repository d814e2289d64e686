import { Button } from '#ui/button.tsx';
import { Row } from '#ui/rows.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { Follow, FollowMail } from '../contract/follows.ts';
import type { FollowedThing } from '../parts/follow-thing.ts';
import { MAIL_CHOICES, mailLabels } from './mail-labels.ts';
import styles from './own-follows.module.css';
import { useFollowChanges } from './use-follow-changes.ts';

export type FollowRowProps = { follow: Follow; name: string | null; onChanged: () => void };

/** The last part of an address: lists that are shared by link are found by their slug alone. */
const slugIn = (url: string) => decodeURIComponent(url.split('/').at(-1) ?? '');

function thingOf({ kind, target_id, query, url }: Follow): FollowedThing {
  if (kind === 'filter') return { kind, query: query ?? '' };
  const isNamed = (kind === 'list' || kind === 'story') && url !== null;
  return { kind, id: isNamed ? slugIn(url) : (target_id ?? 0) };
}

/** One follow: its name, how often it is mailed, and the way to end it. */
export function FollowRow({ follow, name, onChanged }: FollowRowProps) {
  const { setMail, end } = useFollowChanges(onChanged);
  const thing = thingOf(follow);
  const shown = name ?? 'Not available now';
  return (
    <Row
      actions={
        <>
          {name === null ? null : (
            <SelectField
              name={`mail-${follow.id}`}
              label={`Emails about ${shown}`}
              hidesLabel
              value={follow.mail}
              options={MAIL_CHOICES.map((mail) => ({ value: mail, label: mailLabels[mail] }))}
              onChange={(event) => void setMail(thing, event.target.value as FollowMail)}
            />
          )}
          <Button size="small" aria-label={`Unfollow ${shown}`} onClick={() => void end(thing, follow)}>
            Unfollow
          </Button>
        </>
      }
    >
      {follow.url === null ? (
        <span className={styles.gone}>{shown}</span>
      ) : (
        <a className={styles.name} href={follow.url}>
          {shown}
        </a>
      )}
    </Row>
  );
}
