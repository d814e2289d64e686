import { RefusedMails } from '#features/accounts/parts/refused-mails.tsx';
import { WritingFrame, type WritingFrameProps } from '#features/chapters/parts/writing/writing-frame.tsx';
import { filterParts } from '#features/filters/rules/filter-words.ts';
import { filterTextOf } from '#features/filters/rules/list-request.ts';
import { BrowserNotifications } from '#features/push/parts/browser-notifications.tsx';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { Rows } from '#ui/rows.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import {
  type Follow,
  type FollowKind,
  followMessages,
  listFollows,
  setFollowSettings,
} from '../contract/follows.ts';
import { FollowRow } from './follow-row.tsx';
import styles from './own-follows.module.css';

const kindTitles: Record<FollowKind, string> = {
  story: 'Stories',
  series: 'Series',
  author: 'Authors',
  tag: 'Tags',
  list: 'Reading lists',
  filter: 'Filters',
};

/** The name of a follow; null for something that its reader cannot open now. */
function nameOf({ kind, title, query }: Follow): string | null {
  if (kind !== 'filter' || query === null) return title;
  const labels = filterParts(filterTextOf(new URLSearchParams(query))).map(({ label }) => label);
  return `Stories: ${labels.join(', ')}`;
}

/**
 * All that a reader follows, by kind, with how often its news is mailed. The choices below hold for later follows, too, and
 * notifications can be turned off after the last is gone.
 */
export function OwnFollows({ title }: Pick<WritingFrameProps, 'title'>) {
  const loaded = useLoaded('follows', () => callApi(listFollows, {}));
  return (
    <WritingFrame title={title} back={{ href: urls.updates(), label: 'Updates' }}>
      <p className={styles.lead}>
        Nobody else sees what you follow. Authors see how many follow a story, from ten readers up.
      </p>
      <LoadedPart
        loaded={loaded}
        label="Loading what you follow"
        lines={8}
        failed={followMessages.loadFailed}
      >
        {(data) => (
          <>
            {data.follows.length > 0 ? null : (
              <Notice
                kind="empty"
                title="You follow nothing yet."
                action={<ButtonLink href={urls.home()}>Discover Stories</ButtonLink>}
              >
                Press Follow on the page of a story, a series, an author, a tag or a reading list.
              </Notice>
            )}
            {Object.entries(kindTitles).map(([kind, heading]) => (
              <FollowsOfKind
                key={kind}
                heading={heading}
                follows={data.follows.filter((follow) => follow.kind === kind)}
                onChanged={loaded.reload}
              />
            ))}
            <MailSettings hasTitles={data.titles_in_mails} onChanged={loaded.reload} />
            <BrowserNotifications />
          </>
        )}
      </LoadedPart>
    </WritingFrame>
  );
}

function FollowsOfKind({
  heading,
  follows,
  onChanged,
}: {
  heading: string;
  follows: Follow[];
  onChanged: () => void;
}) {
  if (follows.length === 0) return null;
  return (
    <section className={styles.part} aria-label={heading}>
      <h2>{heading}</h2>
      <Rows>
        {follows.map((follow) => (
          <FollowRow key={follow.id} follow={follow} name={nameOf(follow)} onChanged={onChanged} />
        ))}
      </Rows>
    </section>
  );
}

function MailSettings({ hasTitles, onChanged }: { hasTitles: boolean; onChanged: () => void }) {
  const { run } = useToastedAction(followMessages.settingsFailed);
  async function change(isChosen: boolean) {
    await run(async () => {
      await callApi(setFollowSettings, { titles_in_mails: isChosen });
      return followMessages.settingsSaved;
    });
    onChanged();
  }
  return (
    <section className={styles.part} aria-label="Emails">
      <h2>Emails</h2>
      <p className={styles.lead}>
        They go to your address once it is verified, and say only that there is something new. Chapters that
        are published together come in one email.
      </p>
      <RefusedMails />
      <CheckboxField
        name="titles"
        label="Write titles into emails and notifications"
        hint="Never into the subject of an email"
        checked={hasTitles}
        onChange={(event) => void change(event.target.checked)}
      />
    </section>
  );
}
