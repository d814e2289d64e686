import { useNavigate } from 'react-router';
import type { User } from '#features/accounts/contract/session.ts';
import { WritingFrame } from '#features/chapters/parts/writing/writing-frame.tsx';
import type { PenName } from '#features/pen-names/contract.ts';
import {
  type PenNameChoice,
  PenNameField,
  usePenNameChoice,
} from '#features/pen-names/parts/pen-name-choice.tsx';
import { CollectionFields, collectionErrors } from '#features/stories/parts/collection-fields.tsx';
import { callApi } from '#ui/api-client.ts';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { type FormState, useForm } from '#ui/use-form.ts';
import { urls } from '#urls.ts';
import {
  createSeries,
  MAX_SERIES_SYNOPSIS_CHARACTERS,
  MAX_SERIES_TITLE_CHARACTERS,
  type Series,
  seriesMessages,
} from '../contract.ts';

const limits = { title: MAX_SERIES_TITLE_CHARACTERS, synopsis: MAX_SERIES_SYNOPSIS_CHARACTERS };

type Values = Record<'title' | 'synopsis' | 'is_complete' | 'author_username', string>;
type Details = Pick<Series, 'title' | 'synopsis' | 'is_complete'> & { author_username?: string };

/**
 * The form of a series’ details; `save` sends them. The pen name can be chosen for a new one. Typed text stays over a reload
 * and an ended session.
 */
export function useSeriesForm(
  save: (details: Details) => Promise<string | undefined>,
  { failureMessage, draft, penName }: { failureMessage: string; draft: string; penName?: PenNameChoice },
): FormState {
  return useForm({
    names: ['title', 'synopsis', 'is_complete', 'author_username'],
    ...{ failureMessage, draft },
    confirm: async ({ author_username }: Values) => (await penName?.confirm(author_username)) ?? true,
    check: (values: Values) => ({
      author_username: penName?.check(values.author_username),
      ...collectionErrors(values, limits, seriesMessages),
    }),
    submit: ({ title, synopsis, is_complete, author_username }: Values) =>
      save({
        title: title.trim(),
        synopsis: synopsis.trim(),
        is_complete: is_complete !== '',
        ...penName?.inputOf(author_username),
      }),
  });
}

export function SeriesFields({ series }: { series?: Series }) {
  return (
    <>
      <CollectionFields collection={series} limits={limits} synopsis={{ label: 'Synopsis', rows: 5 }} />
      <CheckboxField
        name="is_complete"
        label="This series is complete"
        defaultChecked={series?.is_complete}
      />
    </>
  );
}

/** Creates a series and goes on to its stories. */
export function SeriesForm({ user, penNames }: { user: User; penNames: PenName[] }) {
  const navigate = useNavigate();
  const penName = usePenNameChoice(penNames);
  const form = useSeriesForm(
    async (details) => {
      const series = await callApi(createSeries, details);
      form.discard();
      await navigate(urls.editSeries(series.slug), {
        replace: true,
        state: { notification: { kind: 'success', message: seriesMessages.created } },
      });
      return undefined;
    },
    { failureMessage: seriesMessages.createFailed, draft: `new-series:${user.account_id}`, penName },
  );
  return (
    <WritingFrame isPublishing title="New series" back={{ href: urls.profile(), label: 'My Stories' }}>
      <Form form={form} label="New series">
        <PenNameField names={penNames} hint="Only stories of this name can be in the series." />
        <SeriesFields />
        <FormActions>
          <SubmitButton busyText="Creating...">Create Series</SubmitButton>
        </FormActions>
      </Form>
      {penName.dialog}
      <LeaveGuard when={form.isDirty} text="This series is not created yet." onLeave={form.discard} />
    </WritingFrame>
  );
}
