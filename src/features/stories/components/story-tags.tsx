import { Chip, ChipList } from '#ui/chip.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { urls } from '#urls.ts';
import type { Story } from '../contract/stories.ts';
import styles from './story-tags.module.css';

/** About four lines on a phone, so that the button to read the story stays visible. */
const SHOWN = 10;
/** A switch that hides fewer tags would take as much space as the tags. */
const MIN_FOLDED_TAGS = 4;

/** A trending tag links to its trending stories, any other to its best. */
function tagUrl(tag: Story['tags'][number]): string {
  return urls.tag(tag.name, tag.trending_score > 0 ? 'trending' : 'top');
}

/** A story's tags; too many are cut, with a switch for the rest. */
export function StoryTags({ tags }: { tags: Story['tags'] }) {
  if (tags.length === 0) return null;
  const isLong = tags.length >= SHOWN + MIN_FOLDED_TAGS;
  const chips = tags.map((tag) => <Chip key={tag.name} href={tagUrl(tag)} label={tag.name} />);
  return (
    <div className={styles.tags}>
      <ChipList label="Tags">{isLong ? chips.slice(0, SHOWN) : chips}</ChipList>
      {isLong ? (
        <Disclosure showLabel={`Show ${tags.length - SHOWN} more tags`} hideLabel="Show fewer tags">
          <ChipList label="More tags">{chips.slice(SHOWN)}</ChipList>
        </Disclosure>
      ) : null}
    </div>
  );
}
