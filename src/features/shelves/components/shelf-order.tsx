import { callApi } from '#ui/api-client.ts';
import { SavedListBar } from '#ui/saved-list-bar.tsx';
import { SortableList } from '#ui/sortable-list.tsx';
import { useSavedList } from '#ui/use-saved-list.ts';
import { urls } from '#urls.ts';
import { orderShelf, type Shelf, type ShelvedStory, shelfMessages } from '../contract/shelves.ts';
import styles from './own-shelves.module.css';

/** The stories of an own shelf in the order that its owner decides. Every move is saved at once and can be undone. */
export function ShelfOrder({ shelf, stories }: { shelf: Shelf; stories: ShelvedStory[] }) {
  const storyOf = new Map(stories.map((story) => [story.id, story]));
  const list = useSavedList(
    stories.map(({ id }) => id),
    {
      save: async (story_ids) => {
        await callApi(orderShelf, { id: shelf.id, story_ids });
      },
      failed: shelfMessages.orderFailed,
    },
  );
  return (
    <div className={styles.order}>
      <SavedListBar title="Your order" titleId="order-title" list={list} />
      <SortableList
        items={list.ids.map((id) => storyOf.get(id)).filter((story) => story !== undefined)}
        label={`Stories of ${shelf.title}`}
        nameOf={(story) => story.title}
        onReorder={(order) => list.change(order.map(({ id }) => id))}
      >
        {(story, at) => (
          <span>
            {at + 1}. <a href={urls.story(story.slug)}>{story.title}</a>
          </span>
        )}
      </SortableList>
    </div>
  );
}
