import { fits } from '#base/plain-text.ts';
import { callApi } from '#ui/api-client.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import {
  type FilteredWords,
  filteredWordMessages,
  listFilteredWords,
  MAX_FILTERED_WORD_CHARACTERS,
  MAX_FILTERED_WORDS,
  setFilteredWords,
} from '../contract/filtered-words.ts';

/** The words with which comments wait, for each pen name. */
export function FilteredWordForms() {
  const loaded = useLoaded('filtered words', () => callApi(listFilteredWords, {}));
  return (
    <LoadedPart loaded={loaded} label="Loading your words" lines={4} failed={filteredWordMessages.loadFailed}>
      {({ names }) => (
        <>
          <p>
            Comments with one of these words wait for you. Capitals, accents and invisible characters make no
            difference. Nobody else sees the words.
          </p>
          {names.map((name) => (
            <WordsForm key={name.author_username} name={name} isOnly={names.length === 1} />
          ))}
        </>
      )}
    </LoadedPart>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function wordsError(words: string[]): string | undefined {
  if (words.length > MAX_FILTERED_WORDS) return filteredWordMessages.tooMany;
  return words.every((word) => fits(word, MAX_FILTERED_WORD_CHARACTERS))
    ? undefined
    : filteredWordMessages.tooLong;
}

function WordsForm({ name, isOnly }: { name: FilteredWords; isOnly: boolean }) {
  const { author_username } = name;
  const form = useForm({
    names: ['words'],
    check: ({ words }) => ({ words: wordsError(linesOf(words)) }),
    submit: async ({ words }) => {
      await callApi(setFilteredWords, { author_username, words: linesOf(words) });
      return filteredWordMessages.saved;
    },
    failureMessage: filteredWordMessages.saveFailed,
    draft: `filtered-words:${author_username}`,
  });
  return (
    <Form form={form} label={`Filtered words of ${author_username}`} saysNeedsScript={false}>
      <TextArea
        name="words"
        label={isOnly ? 'Words and phrases' : `Words and phrases on stories by ${author_username}`}
        hint="One on each line"
        rows={4}
        defaultValue={name.words.join('\n')}
      />
      <FormActions>
        <SubmitButton busyText="Saving...">Save Words</SubmitButton>
      </FormActions>
    </Form>
  );
}
