import type { PageMeta } from '#base/page-meta.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDate, formatMoment } from '#ui/dates.ts';
import { List, OrderedList } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { usePageNumber } from '#ui/use-page-number.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import styles from '../../components/newcomers.module.css';
import { SpamButton } from '../../components/spam-button.tsx';
import { recountWaitingWork } from '../../components/waiting-work.ts';
import { moderationMessages } from '../../contract/moderation.ts';
import {
  letStoryIn,
  listWaitingStories,
  newcomerMessages,
  type WaitingStory,
} from '../../contract/newcomers.ts';
import { ModerationFrame } from '../../parts/moderation-frame.tsx';

export function meta(): PageMeta {
  return {
    title: 'Waiting stories',
    description:
      'Stories that are not listed until a moderator has looked at them or the address is verified.',
    isHidden: true,
  };
}

export function WaitingPage() {
  const page = usePageNumber();
  const loaded = useLoaded(String(page), () => callApi(listWaitingStories, { page }));
  function reload() {
    loaded.reload();
    recountWaitingWork();
  }
  return (
    <ModerationFrame
      title="Waiting stories"
      lead="Stories with links from new accounts wait for you. The others are listed as soon as their author’s address is verified."
    >
      <LoadedPart
        loaded={loaded}
        label="Loading the stories"
        failed={newcomerMessages.waitingFailed}
        empty={({ stories }) => (stories.length === 0 ? 'No story is waiting.' : undefined)}
      >
        {({ pagination, stories }) => (
          <>
            <OrderedList className={styles.list} aria-label="Waiting stories">
              {stories.map((waiting) => (
                <WaitingRow key={waiting.story.id} waiting={waiting} onDone={reload} />
              ))}
            </OrderedList>
            <Pagination
              {...pagination}
              hrefFor={(each) => staffUrls.waiting(each)}
              label="Pages of stories"
            />
          </>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}

function WaitingRow({ waiting, onDone }: { waiting: WaitingStory; onDone: () => void }) {
  const { story, account, excerpt, links } = waiting;
  const { user } = useSession();
  const isOwn = user?.account_id === account.id;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          <a href={urls.story(story.slug)}>{story.title}</a>
        </p>
        <p className={styles.quiet}>
          by <a href={urls.author(story.author_username)}>{story.author_username}</a>
          {story.author_username === account.username ? null : ` (account ${account.username})`}, with us
          since {formatDate(waiting.author_since)}
          <strong className={styles.mark}>
            {story.waiting_for === 'moderator' ? 'has links' : 'address not verified'}
          </strong>
        </p>
        <p className={styles.quiet}>
          waiting since <time dateTime={waiting.waiting_since}>{formatMoment(waiting.waiting_since)}</time>
        </p>
        {excerpt === '' ? null : <p className={styles.excerpt}>{excerpt}</p>}
        {links.length === 0 ? null : (
          <List className={styles.links} aria-label={`Links in ${story.title}`}>
            {links.map((link) => (
              // The address is plain text: a link in an unapproved story may be a trap, and a click could be a mistake.
              <li key={link}>{link}</li>
            ))}
          </List>
        )}
      </div>
      {isOwn ? (
        <p className={styles.quiet}>Yours: another moderator decides.</p>
      ) : (
        <div className={styles.actions}>
          <ApproveButton story={story} onDone={onDone} />
          <SpamButton account={account} onDone={onDone} />
        </div>
      )}
    </li>
  );
}

function ApproveButton({ story, onDone }: { story: WaitingStory['story']; onDone: () => void }) {
  const { isBusy, run } = useToastedAction(moderationMessages.failed);

  async function approve() {
    const isDone = await run(async () => {
      await callApi(letStoryIn, { id: story.id });
      return `“${story.title}” is now listed.`;
    });
    if (isDone) onDone();
  }

  return (
    <Button size="small" busy={isBusy} busyText="Approving..." onClick={approve}>
      Approve
      <span className="visually-hidden"> {story.title}</span>
    </Button>
  );
}
