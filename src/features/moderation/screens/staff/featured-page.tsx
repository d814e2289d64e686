import type { PageMeta } from '#base/page-meta.ts';
import { frontpage, getStory, type Story, storyMessages } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { OrderedList } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import { parseStoryAddress } from '../../components/parse-story-address.ts';
import { featureStory, unfeatureStory } from '../../contract/log.ts';
import { moderationMessages } from '../../contract/moderation.ts';
import { ModerationFrame } from '../../parts/moderation-frame.tsx';
import styles from './featured-page.module.css';

const MAX_FEATURED_SHOWN = 100;

export function meta(): PageMeta {
  return {
    title: 'Featured stories',
    description: 'The stories that moderators have chosen for the front page.',
    isHidden: true,
  };
}

export function FeaturedPage() {
  const loaded = useLoaded('featured', () =>
    callApi(frontpage, { sort: 'featured', limit: MAX_FEATURED_SHOWN }),
  );
  return (
    <ModerationFrame
      title="Featured stories"
      lead="The latest one leads the front page. On Mondays another of the latest five does, unless you have chosen one that week. You can’t feature your own stories."
    >
      <FeatureForm onDone={loaded.reload} />
      <LoadedPart
        loaded={loaded}
        label="Loading the featured stories"
        failed={storyMessages.loadListFailed}
        lines={4}
        empty={({ stories }) => (stories.length === 0 ? 'No story is featured at the moment.' : undefined)}
      >
        {({ stories }) => (
          <OrderedList className={styles.list} aria-label="Featured stories">
            {stories.map((story) => (
              <FeaturedStory key={story.id} story={story} onDone={loaded.reload} />
            ))}
          </OrderedList>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}

function FeatureForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    names: ['story'],
    check: ({ story }) => ({ story: story.trim() === '' ? 'Give the address of a story' : undefined }),
    submit: async ({ story }) => {
      const result = await callApi(getStory, { id: parseStoryAddress(story) });
      await callApi(featureStory, { id: result.id });
      onDone();
      return `“${result.title}” is now featured.`;
    },
    failureMessage: moderationMessages.failed,
    clearsOnSuccess: true,
  });
  return (
    <Form form={form} label="Feature a story" className={styles.form}>
      <TextField
        name="story"
        label="Address of a story"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <FormActions>
        <SubmitButton busyText="Featuring...">Feature story</SubmitButton>
      </FormActions>
    </Form>
  );
}

function FeaturedStory({ story, onDone }: { story: Story; onDone: () => void }) {
  const { isBusy, run } = useToastedAction(moderationMessages.failed);

  async function unfeature() {
    const isDone = await run(async () => {
      await callApi(unfeatureStory, { id: story.id });
      return `“${story.title}” is no longer featured.`;
    });
    if (isDone) onDone();
  }

  return (
    <li className={styles.story}>
      <p className={styles.words}>
        <a href={urls.story(story.slug)}>{story.title}</a>
        <span className={styles.author}>by {story.author_display_name}</span>
      </p>
      <Button size="small" busy={isBusy} busyText="Unfeaturing..." onClick={unfeature}>
        Unfeature
        <span className="visually-hidden"> {story.title}</span>
      </Button>
    </li>
  );
}
