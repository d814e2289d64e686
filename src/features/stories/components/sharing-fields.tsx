import { ALL_RIGHTS_RESERVED, LICENCES } from '#features/labels/contract/licences.ts';
import { licenceLabel } from '#features/labels/rules/licence.ts';
import { SelectField } from '#ui/select-field.tsx';
import type { StoryDetails } from '../contract/stories.ts';
import type { StoryField } from './story-field.ts';

type Sharing = Pick<StoryDetails, 'ai_training' | 'books' | 'full_text_feeds' | 'licence' | 'notes'>;

/** The choices about texts outside the site: books, feeds and the licence. */
export const sharingFields: { [Name in keyof Sharing]: StoryField<Sharing[Name]> } = {
  books: {
    label: 'Download as a book',
    toText: (books) => (books ? 'yes' : 'no'),
    fromText: (typed) => typed !== 'no',
    toFact: (books) => (books ? 'Yes' : 'No'),
    Field: ({ isNew: _, ...field }) => (
      <SelectField
        {...field}
        hint="Readers may take the published chapters along as an EPUB, for reading programs and devices."
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No, only reading here' },
        ]}
      />
    ),
  },
  full_text_feeds: {
    label: 'Feeds',
    toText: (isFull) => (isFull ? 'full' : 'summary'),
    fromText: (typed) => typed === 'full',
    toFact: (isFull) => (isFull ? 'Whole chapters' : 'The synopsis'),
    Field: ({ isNew: _, ...field }) => (
      <SelectField
        {...field}
        hint="Feed readers may show new chapters outside this site. Those of a story for members never have its text."
        options={[
          { value: 'summary', label: 'The synopsis, and a link to the chapter' },
          { value: 'full', label: 'Whole chapters' },
        ]}
      />
    ),
  },
  notes: {
    label: 'Private notes',
    toText: (notes) => (notes ? 'yes' : 'no'),
    fromText: (typed) => typed === 'yes',
    toFact: (notes) => (notes ? 'Yes' : 'No'),
    Field: ({ isNew: _, ...field }) => (
      <SelectField
        {...field}
        hint="Readers write to you about the story, and nobody else sees it. A block ends it."
        options={[
          { value: 'no', label: 'No' },
          { value: 'yes', label: 'Yes, members may write to me' },
        ]}
      />
    ),
  },
  licence: {
    label: 'Licence',
    toText: (licence) => licence ?? '',
    fromText: (typed) => LICENCES.find((licence) => licence === typed) ?? null,
    toFact: (licence) => (licence === null ? ALL_RIGHTS_RESERVED : licenceLabel(licence)),
    Field: ({ isNew: _, ...field }) => (
      <SelectField
        {...field}
        hint="What others may do with the text. A Creative Commons licence can’t be taken back from those who have it."
        options={[
          { value: '', label: ALL_RIGHTS_RESERVED },
          ...LICENCES.map((value) => ({ value, label: licenceLabel(value) })),
        ]}
      />
    ),
  },
  ai_training: {
    label: 'Training of language models',
    toText: (isAllowed) => (isAllowed ? 'yes' : 'no'),
    fromText: (typed) => typed === 'yes',
    toFact: (isAllowed) => (isAllowed ? 'Allowed' : 'Not allowed'),
    Field: ({ isNew: _, ...field }) => (
      <SelectField
        {...field}
        hint="Told to crawlers with every page of the story. “Allowed” counts only where the site’s operator lets authors decide."
        options={[
          { value: 'no', label: 'Not allowed' },
          { value: 'yes', label: 'Allowed' },
        ]}
      />
    ),
  },
};
