import { useState } from 'react';
import { plural } from '#base/text.ts';
import { GUIDELINE_RULES, type GuidelineRule, ruleTitle } from '#features/legal/rules.ts';
import { MAX_TAG_NOTE_CHARACTERS } from '#features/tags/contract/proposals.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { List } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import { actOnSeveral, type BulkAction, type BulkResult, bulkMessages } from '../contract/bulk.ts';
import { MAX_NOTE_CHARACTERS, moderationMessages } from '../contract/moderation.ts';
import { bulkTexts } from './bulk-texts.ts';
import styles from './bulk-tools.module.css';
import type { Selection } from './use-selection.ts';

interface BulkRow {
  id: number;
  label: string;
  /** Of a case. */
  revision?: number;
}

export type BulkToolsProps = {
  rows: readonly BulkRow[];
  selection: Selection;
  actions: readonly BulkAction[];
  onDone: () => void;
};

/** Acts on the chosen rows of a list, and tells of those that failed. */
export function BulkTools({ rows, selection, actions, onDone }: BulkToolsProps) {
  const toast = useToast();
  const [action, setAction] = useState<BulkAction>();
  const [failures, setFailures] = useState<string[]>([]);
  const chosen = rows.filter(({ id }) => selection.has(id));

  if (rows.length === 0 && failures.length === 0) return null;

  function finish({ done, failed }: BulkResult) {
    const labels = new Map(rows.map(({ id, label }) => [id, label]));
    setFailures(failed.map(({ id, message }) => `${labels.get(id) ?? id}: ${message}`));
    selection.set(failed.map(({ id }) => id));
    if (done.length > 0) toast.show({ kind: 'success', message: `${plural(done.length, 'row')} done.` });
    onDone();
  }

  return (
    <div className={styles.tools}>
      {rows.length === 0 ? null : (
        <fieldset className={styles.bar}>
          <legend className="visually-hidden">Chosen rows</legend>
          <CheckboxField
            name="all"
            label={chosen.length === 0 ? 'All on this page' : `${chosen.length} of ${rows.length} chosen`}
            checked={chosen.length === rows.length}
            onChange={() => selection.set(chosen.length === rows.length ? [] : rows.map(({ id }) => id))}
          />
          {actions.map((each) => (
            <Button
              key={each}
              size="small"
              aria-haspopup="dialog"
              onClick={() =>
                chosen.length === 0
                  ? toast.show({ kind: 'error', message: bulkMessages.none })
                  : setAction(each)
              }
            >
              {bulkTexts[each].label}
              <span className="visually-hidden"> the chosen rows</span>
            </Button>
          ))}
        </fieldset>
      )}
      {failures.length === 0 ? null : (
        <Notice kind="error" title={`${plural(failures.length, 'row')} could not be changed`}>
          <List>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </List>
        </Notice>
      )}
      {action === undefined ? null : (
        <BulkDialog action={action} rows={chosen} onClose={() => setAction(undefined)} onDone={finish} />
      )}
    </div>
  );
}

type BulkDialogProps = {
  action: BulkAction;
  rows: BulkRow[];
  onClose: () => void;
  onDone: (result: BulkResult) => void;
};

function BulkDialog(props: BulkDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const { action, rows, onClose } = props;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || isBusy || onClose()}
      title={`${bulkTexts[action].label}: ${plural(rows.length, 'row')}`}
      description={rows.map(({ label }) => label).join(', ')}
    >
      <BulkForm {...props} onBusy={setBusy} />
    </Dialog>
  );
}

function BulkForm({
  action,
  rows,
  onClose,
  onDone,
  onBusy,
}: BulkDialogProps & { onBusy: (is: boolean) => void }) {
  const { label, busy, hint } = bulkTexts[action];
  const form = useForm({
    names: ['rule', 'note'],
    draft: `several:${action}`,
    check: ({ rule, note }) => ({
      rule: action === 'dismiss' && rule === '' ? moderationMessages.ruleRequired : undefined,
      note: note.trim() === '' ? moderationMessages.noteRequired : undefined,
    }),
    submit: async ({ rule, note }) => {
      onBusy(true);
      try {
        const result = await callApi(actOnSeveral, {
          ...{ action, note },
          rows: rows.map(({ id, revision }) => (revision === undefined ? { id } : { id, revision })),
          ...(action === 'dismiss' ? { rule: rule as GuidelineRule } : {}),
        });
        onClose();
        onDone(result);
      } finally {
        onBusy(false);
      }
      return undefined;
    },
    failureMessage: bulkMessages.failed,
  });
  return (
    <Form form={form} label={label} saysNeedsScript={false}>
      {action === 'dismiss' ? (
        <SelectField
          name="rule"
          label="Rule"
          hint="The rule that the reports are about."
          required
          options={[
            { value: '', label: 'Choose a rule' },
            ...GUIDELINE_RULES.map((rule) => ({ value: rule, label: ruleTitle(rule) })),
          ]}
        />
      ) : null}
      <TextArea
        name="note"
        label="Reason"
        hint={hint}
        rows={3}
        required
        counter={{
          limit: action.endsWith('-tags') ? MAX_TAG_NOTE_CHARACTERS : MAX_NOTE_CHARACTERS,
          exceeded: 'maximum exceeded',
        }}
      />
      <FormActions>
        <SubmitButton busyText={busy}>{label}</SubmitButton>
      </FormActions>
    </Form>
  );
}
