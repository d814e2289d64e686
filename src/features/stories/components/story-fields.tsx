import { Fragment, type ReactNode } from 'react';
import { differing } from '#base/differing.ts';
import { fits } from '#base/plain-text.ts';
import { titleError } from '#features/chapters/parts/writing/content-check.ts';
import {
  COVER_FOILS,
  COVER_ORNAMENTS,
  COVER_PAPERS,
  COVER_PREVIEWS,
  COVER_SETTINGS,
  coverFoils,
  coverOrnaments,
  coverPapers,
  coverPreviews,
  coverSettings,
} from '#features/labels/contract/covers.ts';
import { STORY_STATUSES, storyStatusLabels } from '#features/labels/contract/status.ts';
import { languageName } from '#features/labels/rules/language-name.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import {
  MAX_STORY_TITLE_CHARACTERS,
  MAX_SYNOPSIS_CHARACTERS,
  STORY_DETAILS,
  type StoryDetails,
  storyMessages,
  TITLE_WARNING_CHARACTERS,
} from '../contract/stories.ts';
import { visibilities } from '../contract/visibility.ts';
import { VisibilityField, visibilityIn } from '../parts/visibility-field.tsx';
import { WarningsField, warningsIn, warningsInWords, warningsText } from '../parts/warnings-field.tsx';
import { conversationFields } from './conversation-fields.tsx';
import { languageOptions } from './languages.ts';
import { sharingFields } from './sharing-fields.tsx';
import type { StoryField } from './story-field.ts';

type Detail = keyof StoryDetails;

/** The details of a story whose author has said nothing yet. */
const NOTHING_SAID: StoryDetails = {
  title: '',
  synopsis: '',
  status: null,
  visibility: 'public',
  language: null,
  warnings: null,
  cover_paper: null,
  cover_foil: null,
  cover_ornament: null,
  cover_setting: null,
  cover_previews: 'own',
  books: true,
  full_text_feeds: false,
  notes: false,
  licence: null,
  ai_training: false,
  comments: 'members',
  corrections: 'commenters',
};

const AS_THE_HOUSE_CHOOSES = 'As the house chooses';

/** A choice of the cover, which the house makes where its author does not. */
function coverField<Name extends string>(
  label: string,
  names: readonly Name[],
  labels: Record<Name, string>,
): Omit<StoryField<Name | null>, 'Field'> {
  return {
    label,
    toText: (choice) => choice ?? '',
    fromText: (typed) => names.find((name) => name === typed) ?? null,
    toFact: (choice) => (choice === null ? AS_THE_HOUSE_CHOOSES : labels[choice]),
  };
}

function coverOptions(labels: Record<string, string>) {
  const chosen = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return [{ value: '', label: AS_THE_HOUSE_CHOOSES }, ...chosen];
}

const storyFields: { [Name in Detail]: StoryField<StoryDetails[Name]> } = {
  title: {
    label: 'Title',
    toText: (title) => title,
    fromText: (typed) => typed.trim(),
    problem: (typed) =>
      titleError(typed, MAX_STORY_TITLE_CHARACTERS, {
        required: storyMessages.titleRequired,
        tooLong: storyMessages.titleTooLong,
      }),
    toFact: (title) => title,
    Field: ({ isNew, ...field }) => (
      <TextField
        {...field}
        required
        autoComplete="off"
        counter={{
          limit: MAX_STORY_TITLE_CHARACTERS,
          warnAbove: TITLE_WARNING_CHARACTERS,
          ...(isNew ? {} : { warning: 'approaching limit', exceeded: 'maximum exceeded' }),
        }}
      />
    ),
  },
  synopsis: {
    label: 'Synopsis',
    toText: (synopsis) => synopsis,
    fromText: (typed) => typed.trim(),
    problem: (typed) =>
      fits(typed.trim(), MAX_SYNOPSIS_CHARACTERS) ? undefined : storyMessages.synopsisTooLong,
    toFact: (synopsis) => (synopsis === '' ? storyMessages.noSynopsis : synopsis),
    Field: ({ isNew: _, ...field }) => (
      <TextArea {...field} rows={8} counter={{ limit: MAX_SYNOPSIS_CHARACTERS }} />
    ),
  },
  status: {
    label: 'Status',
    toText: (status) => status ?? '',
    fromText: (typed) => STORY_STATUSES.find((status) => status === typed) ?? null,
    toFact: (status) => (status === null ? 'None' : storyStatusLabels[status]),
    Field: ({ isNew: _, ...field }) => (
      <SelectField
        {...field}
        hint="Shown on the story’s page, and after its last chapter."
        options={[
          { value: '', label: 'None' },
          ...STORY_STATUSES.map((value) => ({ value, label: storyStatusLabels[value] })),
        ]}
      />
    ),
  },
  visibility: {
    label: 'Who can read it',
    toText: (visibility) => visibility,
    fromText: visibilityIn,
    toFact: (visibility) => visibilities[visibility].label,
    Field: ({ isNew: _, ...field }) => <VisibilityField {...field} />,
  },
  language: {
    label: 'Language',
    toText: (language) => language ?? '',
    fromText: (typed) => (typed === '' ? null : typed),
    toFact: (language) => (language === null ? 'None' : languageName(language)),
    Field: ({ isNew: _, ...field }) => (
      <SelectField
        {...field}
        hint="The language of the text, for screen readers, hyphenation and filters."
        options={[{ value: '', label: 'Not said' }, ...languageOptions(field.defaultValue)]}
      />
    ),
  },
  warnings: {
    label: 'Content warnings',
    toText: warningsText,
    fromText: warningsIn,
    toFact: warningsInWords,
    Field: ({ isNew: _, ...field }) => (
      <WarningsField
        {...field}
        hint="Tell readers what to expect in the whole story: any of these, or one of the last two."
      />
    ),
  },
  cover_paper: {
    ...coverField('Paper', COVER_PAPERS, coverPapers),
    Field: ({ isNew: _, ...field }) => <SelectField {...field} options={coverOptions(coverPapers)} />,
  },
  cover_foil: {
    ...coverField('Foil', COVER_FOILS, coverFoils),
    Field: ({ isNew: _, ...field }) => <SelectField {...field} options={coverOptions(coverFoils)} />,
  },
  cover_ornament: {
    ...coverField('Ornament', COVER_ORNAMENTS, coverOrnaments),
    Field: ({ isNew: _, ...field }) => <SelectField {...field} options={coverOptions(coverOrnaments)} />,
  },
  cover_setting: {
    ...coverField('Setting', COVER_SETTINGS, coverSettings),
    Field: ({ isNew: _, ...field }) => <SelectField {...field} options={coverOptions(coverSettings)} />,
  },
  cover_previews: {
    label: 'Shown with links on other sites',
    toText: (previews) => previews,
    fromText: (typed) => COVER_PREVIEWS.find((previews) => previews === typed) ?? 'own',
    toFact: (previews) => coverPreviews[previews],
    Field: ({ isNew: _, ...field }) => (
      <SelectField
        {...field}
        options={COVER_PREVIEWS.map((value) => ({ value, label: coverPreviews[value] }))}
      />
    ),
  },
  ...sharingFields,
  ...conversationFields,
};

/** The details that the forms show at once; the others unfold. */
export const NEW_STORY_DETAILS = ['title'] as const satisfies readonly Detail[];
export const EDITED_STORY_DETAILS = [
  'title',
  'synopsis',
  'status',
  'warnings',
] as const satisfies readonly Detail[];

/** The cover, beside its drawing. A new story has none yet: it is drawn from the story’s number. */
export const COVER_DETAILS = [
  'cover_paper',
  'cover_foil',
  'cover_ornament',
  'cover_setting',
  'cover_previews',
] as const satisfies readonly Detail[];

export function otherDetails(shown: readonly Detail[]): Detail[] {
  return STORY_DETAILS.filter((name) => ![...shown, ...COVER_DETAILS].includes(name));
}

export type StoryFieldsProps = {
  names: readonly Detail[];
  /** The story being edited; undefined for a new one. */
  story?: StoryDetails;
  /** Content below the title: the resulting address. */
  belowTitle?: ReactNode;
};

/** The fields of a story's details, the same for creating and editing. */
export function StoryFields({ names, story, belowTitle }: StoryFieldsProps) {
  return names.map((name) => {
    const { Field, label } = storyFields[name];
    const defaultValue = textOf(name, story ?? NOTHING_SAID);
    return (
      <Fragment key={name}>
        <Field name={name} label={label} defaultValue={defaultValue} isNew={story === undefined} />
        {name === 'title' ? belowTitle : null}
      </Fragment>
    );
  });
}

function textOf<Name extends Detail>(name: Name, story: StoryDetails): string {
  return storyFields[name].toText(story[name]);
}

function factOf<Name extends Detail>(name: Name, story: StoryDetails): string {
  return storyFields[name].toFact(story[name]);
}

/** A story's details as the fields' texts. */
export function storyValues(story: StoryDetails): Record<Detail, string> {
  return mapNames(STORY_DETAILS, (name) => textOf(name, story));
}

/** The details as typed. */
export function typedDetails<Name extends Detail>(
  names: readonly Name[],
  values: Record<Name, string>,
): Pick<StoryDetails, Name> {
  return mapNames(names, (name) => storyFields[name].fromText(values[name])) as Pick<StoryDetails, Name>;
}

/** The typed details that differ from `base`, with which the form began: the rest may have been changed elsewhere meanwhile. */
export function changedDetails(values: Record<Detail, string>, base: StoryDetails): Partial<StoryDetails> {
  const typed = storyValues(typedDetails(STORY_DETAILS, values));
  return typedDetails(differing(STORY_DETAILS, typed, storyValues(base)), values);
}

export function checkDetails<Name extends Detail>(
  names: readonly Name[],
  values: Record<Name, string>,
): Record<Name, string | undefined> {
  return mapNames(names, (name) => storyFields[name].problem?.(values[name]));
}

/** The label of each detail, and its value in words for people. */
export function storyFacts(story: StoryDetails): Record<Detail, { label: string; text: string }> {
  return mapNames(STORY_DETAILS, (name) => ({ label: storyFields[name].label, text: factOf(name, story) }));
}

function mapNames<Name extends string, Result>(
  names: readonly Name[],
  result: (name: Name) => Result,
): Record<Name, Result> {
  return Object.fromEntries(names.map((name) => [name, result(name)])) as Record<Name, Result>;
}
