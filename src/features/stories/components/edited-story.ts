import { fits } from '#base/plain-text.ts';
import { isUsableSlug } from '#base/slugs.ts';
import { tagsIn } from '#features/tags/parts/typed-tags.ts';
import { storyTagNames } from '#features/tags/rules.ts';
import { MAX_SLUG_CHARACTERS, STORY_DETAILS, type Story, storyMessages } from '../contract/stories.ts';
import { changedDetails, checkDetails, storyFacts, storyValues } from './story-fields.tsx';

export const EDITED_NAMES = [...STORY_DETAILS, 'slug', 'tags', 'author_username'] as const;

type Name = (typeof EDITED_NAMES)[number];
type Values = Record<Name, string>;

/** A detail of the stored story that differs from the form’s. */
export interface ConflictFact {
  label: string;
  text: string;
  /** Tells whether the author has changed it too, so that saving replaces it. */
  isReplaced: boolean;
}

/** A story as the texts of the form's fields. */
export function editedValues(story: Story): Values {
  return {
    ...storyValues(story),
    slug: story.slug,
    tags: story.tags.map((tag) => tag.name).join(', '),
    author_username: story.author_username,
  };
}

/** The tags in the field of a story, of which some may have commas themselves: other programs and files write such. */
function editedTags(values: Values, base: Story): string[] {
  const known = base.tags.map((tag) => tag.name);
  return tagsIn(values.tags, known);
}

export function checkEdited(values: Values, base: Story) {
  const slug = values.slug.trim();
  const tags = storyTagNames(editedTags(values, base));
  return {
    ...checkDetails(STORY_DETAILS, values),
    slug:
      slug === ''
        ? storyMessages.slugRequired
        : !fits(slug, MAX_SLUG_CHARACTERS)
          ? storyMessages.slugTooLong
          : isUsableSlug(slug)
            ? undefined
            : storyMessages.slugUnusable,
    tags: tags.ok ? undefined : tags.message,
  };
}

/**
 * The edit of a story without its pen name: what differs from `base`, with which the form began, and the title and the
 * slug, which are those of `latest` where the author has left them as they were. The rest may have been changed
 * elsewhere meanwhile.
 */
export function changedStory(values: Values, base: Story, latest: Pick<Story, 'title' | 'slug'>) {
  const slug = values.slug.trim();
  const tags = editedTags(values, base);
  return {
    title: latest.title,
    ...changedDetails(values, base),
    slug: slug === base.slug ? latest.slug : slug,
    ...(tags.join(', ') === editedValues(base).tags ? {} : { tags }),
  };
}

/** The details in which `theirs`, stored meanwhile, differs from the form. */
export function conflictFacts(values: Values, base: Story, theirs: Story): ConflictFact[] {
  const mine = {
    ...values,
    tags: editedTags(values, base).join(', '),
    // No field asks an author who has a single name.
    author_username: values.author_username || base.author_username,
  };
  const isMine = (name: Name, { [name]: stored }: Values) => mine[name].trim() === stored.trim();
  const before = editedValues(base);
  const stored = editedValues(theirs);
  const { title, ...others } = storyFacts(theirs);
  const facts = {
    title,
    slug: { label: 'Slug', text: theirs.slug },
    ...others,
    tags: { label: 'Tags', text: stored.tags || 'None' },
    author_username: { label: 'Publish as', text: theirs.author_display_name },
  };
  return (Object.keys(facts) as Name[])
    .filter((name) => !isMine(name, stored))
    .map((name) => ({ ...facts[name], isReplaced: !isMine(name, before) }));
}
