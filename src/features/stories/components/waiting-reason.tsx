import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { getStory, type Story } from '../contract/stories.ts';

/** Explains why a story is unlisted and what to do. It is fetched, because the page itself is the same for everyone. */
export function WaitingReason({ story, isAuthor }: { story: Story; isAuthor: boolean }) {
  const loaded = useLoaded(String(story.id), () => callApi(getStory, { id: String(story.id) }));
  const reason = loaded.data?.waiting_for;
  if (reason === undefined) return null;
  if (!isAuthor) {
    return (
      <Notice
        kind="info"
        title="This story is not in the lists yet."
        action={
          <ButtonLink size="small" href={staffUrls.waiting()}>
            Waiting stories
          </ButtonLink>
        }
      >
        {reason === 'address' ? 'Its author has not verified an address.' : 'It contains links.'}
      </Notice>
    );
  }
  if (reason === 'moderator') {
    return (
      <Notice kind="info" title="A moderator will look at this story before it appears in the lists.">
        It contains links, and your account is new. There is nothing you need to do. Until then, anyone with
        the link can read it.
      </Notice>
    );
  }
  return (
    <Notice
      kind="info"
      title="This story is not in the lists yet."
      action={
        <ButtonLink size="small" href={urls.profile('settings')}>
          Verify your address
        </ButtonLink>
      }
    >
      Verify your address and it appears in the lists. Until then, anyone with the link can read it.
    </Notice>
  );
}
