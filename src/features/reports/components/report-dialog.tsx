import { type RefObject, useRef, useState } from 'react';
import { apiIdOfStory } from '#features/reactions/parts/story-api-id.ts';
import { callApi } from '#ui/api-client.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import {
  MAX_REPORT_REASON_CHARACTERS,
  MIN_REPORT_REASON_CHARACTERS,
  type ReportedKind,
  reportAuthor,
  reportComment,
  reportMessages,
  reportNote,
  reportReadingList,
  reportStory,
} from '../contract.ts';
import { parseReportReason } from '../rules.ts';

/** A story or an author by its id, a list by its slug: one that is shared by link alone has no other name. */
export type ReportTarget =
  | { kind: 'story' | 'author' | 'comment' | 'note'; id: number }
  | { kind: 'list'; id: string };

const kinds: Record<
  ReportedKind | 'note',
  { title: string; send: (id: string, reason: string) => Promise<unknown> }
> = {
  story: {
    title: 'Report Story',
    send: (id, reason) => callApi(reportStory, { id: apiIdOfStory(Number(id)), reason }),
  },
  author: {
    title: 'Report Author',
    send: (accountId, reason) => callApi(reportAuthor, { accountId, reason }),
  },
  comment: {
    title: 'Report Comment',
    send: (id, reason) => callApi(reportComment, { id, reason }),
  },
  note: {
    title: 'Report Notes',
    send: (id, reason) => callApi(reportNote, { id, reason }),
  },
  list: {
    title: 'Report Reading List',
    send: (slug, reason) => callApi(reportReadingList, { slug, reason }),
  },
};

export type ReportDialogProps = {
  target: ReportTarget;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The dialog for a report's reason. */
export function ReportDialog({ target, open, onOpenChange }: ReportDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const reason = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog
      open={open}
      initialFocus={reason}
      onOpenChange={(isOpen) => isOpen || isBusy || onOpenChange(false)}
      title={kinds[target.kind].title}
      description={
        <>
          Say which of the <a href="/guidelines">guidelines</a> it breaks, and where. Moderators read every
          report; the author never learns who sent it.
        </>
      }
    >
      <ReportForm target={target} reason={reason} onBusy={setBusy} onSent={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ReportForm(props: {
  target: ReportTarget;
  reason: RefObject<HTMLTextAreaElement | null>;
  onBusy: (isBusy: boolean) => void;
  onSent: () => void;
}) {
  const { target, onBusy, onSent } = props;
  const toast = useToast();
  const form = useForm({
    names: ['reason'],
    draft: `report:${target.kind}:${target.id}`,
    check: ({ reason }) => {
      const checked = parseReportReason(reason);
      return { reason: checked.ok ? undefined : checked.message };
    },
    submit: async ({ reason }) => {
      onBusy(true);
      try {
        await kinds[target.kind].send(String(target.id), reason);
      } finally {
        onBusy(false);
      }
      onSent();
      toast.show({ kind: 'success', message: reportMessages.sent });
      return undefined;
    },
    failureMessage: reportMessages.failed,
    explain: (error) => (error.status === 401 ? reportMessages.signedOut : undefined),
  });
  return (
    <Form form={form} label="Report" saysNeedsScript={false}>
      <TextArea
        ref={props.reason}
        name="reason"
        label="Reason"
        required
        rows={5}
        placeholder={`What is wrong, and where? (${MIN_REPORT_REASON_CHARACTERS}-${MAX_REPORT_REASON_CHARACTERS} characters)`}
        counter={{ limit: MAX_REPORT_REASON_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      <FormActions>
        <SubmitButton busyText="Submitting...">Submit Report</SubmitButton>
      </FormActions>
    </Form>
  );
}
