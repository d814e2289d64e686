import { fits } from '#base/plain-text.ts';
import { titleError } from '#features/chapters/parts/writing/content-check.ts';
import { TextArea, TextField } from '#ui/text-field.tsx';

/** The most characters of its texts. */
type Limits = { title: number; synopsis: number };
type Texts = { title: string; synopsis: string };
type Messages = Record<'titleRequired' | 'titleTooLong' | 'synopsisTooLong', string>;

/** The problems of a collection's title and synopsis before they are sent. */
export function collectionErrors({ title, synopsis }: Texts, limits: Limits, messages: Messages) {
  return {
    title: titleError(title, limits.title, {
      required: messages.titleRequired,
      tooLong: messages.titleTooLong,
    }),
    synopsis: fits(synopsis.trim(), limits.synopsis) ? undefined : messages.synopsisTooLong,
  };
}

export type CollectionFieldsProps = {
  /** The collection as it is; undefined for a new one. */
  collection: Texts | undefined;
  limits: Limits;
  synopsis: { label: string; rows: number };
  /** Whether the title takes the focus, in a dialog. */
  autoFocus?: boolean;
};

/** The fields for the title and the synopsis of a series or a shelf. */
export function CollectionFields(props: CollectionFieldsProps) {
  const { collection, limits, synopsis, autoFocus } = props;
  return (
    <>
      <TextField
        name="title"
        label="Title"
        required
        autoFocus={autoFocus}
        autoComplete="off"
        defaultValue={collection?.title}
        counter={{ limit: limits.title }}
      />
      <TextArea
        name="synopsis"
        {...synopsis}
        defaultValue={collection?.synopsis}
        counter={{ limit: limits.synopsis }}
      />
    </>
  );
}
