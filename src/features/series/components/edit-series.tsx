import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#features/accounts/contract/session.ts';
import { CannotWrite } from '#features/chapters/parts/writing/own-story.ts';
import { WritingFrame } from '#features/chapters/parts/writing/writing-frame.tsx';
import { PublishingAs } from '#features/pen-names/parts/own-pen-names.tsx';
import { listStories, type Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { urls } from '#urls.ts';
import { deleteSeries, editSeries, listSeries, type Series, seriesMessages } from '../contract.ts';
import { SeriesFields, useSeriesForm } from './series-form.tsx';
import { SeriesStories } from './series-stories.tsx';

export type EditSeriesProps = { series: Series; stories: Story[] };

/** The user’s own series and all stories of its pen name; throws a CannotWrite for any other series. */
export async function loadSeriesToEdit(user: User, slug: string): Promise<EditSeriesProps> {
  const { series: own } = await callApi(listSeries, {});
  const series = own.find((each) => each.slug === slug);
  if (series === undefined) throw new CannotWrite(seriesMessages.notFound);
  const stories: Story[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await callApi(listStories, { account_id: user.account_id, page, limit: 100 });
    stories.push(...list.stories.filter((story) => story.author_id === series.author_id));
    pages = list.pagination.pages;
  }
  return { series, stories };
}

export function EditSeries({ series, stories }: EditSeriesProps) {
  const form = useSeriesForm(
    async (details) => {
      await callApi(editSeries, { id: String(series.id), ...details });
      return seriesMessages.updated;
    },
    { failureMessage: seriesMessages.updateFailed, draft: `series:${series.id}` },
  );
  const [isLeaving, setLeaving] = useState(false);
  return (
    <WritingFrame
      isPublishing
      title="Edit series"
      back={{ href: urls.series(series.slug), label: 'Back to Series' }}
    >
      <PublishingAs author={series} />
      <Form form={form} label="Edit series">
        <SeriesFields series={series} />
        <FormActions>
          <SubmitButton busyText="Saving...">Save Series</SubmitButton>
          <DeleteSeries series={series} onDeleting={setLeaving} />
        </FormActions>
      </Form>
      <LeaveGuard
        when={form.isDirty && !isLeaving}
        text="Your changes to this series are not saved yet."
        onLeave={form.discard}
      />
      <SeriesStories series={series} stories={stories} />
    </WritingFrame>
  );
}

type DeleteSeriesProps = { series: Series; onDeleting: (isDeleting: boolean) => void };

/** Deletes a series and leaves its form; changes that are not saved go with it, so nobody is asked about them. */
function DeleteSeries({ series, onDeleting }: DeleteSeriesProps) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  async function remove() {
    onDeleting(true);
    try {
      await callApi(deleteSeries, { id: String(series.id) });
    } catch (problem) {
      onDeleting(false);
      throw problem;
    }
    const notification = { kind: 'success', message: seriesMessages.deleted };
    await navigate(urls.profile(), { replace: true, state: { notification } });
  }
  return (
    <>
      <Button variant="cautious" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete Series
      </Button>
      <DeleteDialog
        title="Delete Series"
        question={seriesMessages.deleteConfirm}
        open={isOpen}
        onClose={() => setOpen(false)}
        onDelete={remove}
        failed={(reason) => [seriesMessages.deleteFailed, reason].filter(Boolean).join(': ')}
      />
    </>
  );
}
