import { useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { GUIDELINE_RULES, type GuidelineRule, ruleTitle } from '#features/legal/rules.ts';
import { callApi } from '#ui/api-client.ts';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import { type CaseDetail, decideCase } from '../contract/cases.ts';
import {
  type CaseAction,
  caseActionLabels,
  MAX_NOTE_CHARACTERS,
  MAX_QUOTED_PASSAGE_CHARACTERS,
  moderationMessages,
} from '../contract/moderation.ts';
import { needsQuotedPassage } from '../rules.ts';
import { decisionTexts, isRestrictive } from './decision-texts.ts';

export type DecisionDialogProps = {
  found: CaseDetail;
  action: CaseAction;
  /** The name under which unsent texts are stored. */
  draft: string;
  onClose: () => void;
  onDecided: (after: CaseDetail) => void;
  /** Called when the case has changed since it was loaded. */
  onMovedOn: () => void;
};

/** The form for the rule, passage and reason of a decision. */
export function DecisionDialog(props: DecisionDialogProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || isBusy || props.onClose()}
      title={caseActionLabels[props.action]}
      description={decisionTexts[props.action]}
    >
      <DecisionForm {...props} onBusy={setBusy} />
    </Dialog>
  );
}

function DecisionForm(props: DecisionDialogProps & { onBusy: (isBusy: boolean) => void }) {
  const { found, action, draft, onBusy } = props;
  const toast = useToast();
  const form = useForm({
    names: ['rule', 'passage', 'note', 'withhold_stories', 'unfounded'],
    draft,
    check: ({ rule, passage, note }) => ({
      rule: rule === '' ? moderationMessages.ruleRequired : undefined,
      passage:
        needsQuotedPassage(action) && passage.trim() === ''
          ? moderationMessages.quotedPassageRequired
          : undefined,
      note: note.trim() === '' ? moderationMessages.noteRequired : undefined,
    }),
    submit: async ({ rule, passage, note, withhold_stories, unfounded }) => {
      onBusy(true);
      try {
        const after = await callApi(decideCase, {
          ...{ id: found.id, revision: found.revision, action, passage, note },
          rule: rule as GuidelineRule,
          withhold_stories: withhold_stories !== '',
          unfounded_reports: unfounded === '' ? [] : found.reports.map(({ id }) => id),
        });
        toast.show({
          kind: 'success',
          message: action === 'dismiss' ? moderationMessages.dismissed : moderationMessages.decided,
        });
        props.onDecided(after);
      } catch (error) {
        if (isApiError(error) && error.code === 'edit_conflict') {
          toast.show({ kind: 'error', message: error.message });
          props.onMovedOn();
        }
        // A form that failed keeps its draft, for the case as it is after that.
        throw error;
      } finally {
        onBusy(false);
      }
      return undefined;
    },
    failureMessage: moderationMessages.failed,
  });
  return (
    <Form form={form} label={caseActionLabels[action]} saysNeedsScript={false}>
      <SelectField
        name="rule"
        label="Rule"
        hint={action === 'dismiss' ? 'The rule that the report is about.' : undefined}
        required
        defaultValue={likelyRuleOf(found)}
        options={[
          { value: '', label: 'Choose a rule' },
          ...GUIDELINE_RULES.map((rule) => ({ value: rule, label: ruleTitle(rule) })),
        ]}
      />
      {isRestrictive(action) ? (
        <TextArea
          name="passage"
          label="Passage"
          hint="Quote the passage exactly. The author will see it, and it is logged."
          rows={3}
          required={needsQuotedPassage(action)}
          counter={{ limit: MAX_QUOTED_PASSAGE_CHARACTERS, exceeded: 'maximum exceeded' }}
        />
      ) : (
        <input type="hidden" name="passage" value="" />
      )}
      <TextArea
        name="note"
        label="Reason"
        hint={action === 'dismiss' ? 'Kept in the log.' : 'Emailed to the author, without your name.'}
        rows={4}
        required
        counter={{ limit: MAX_NOTE_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      {action === 'suspend' ? (
        <CheckboxField
          name="withhold_stories"
          value="yes"
          label="Also withhold the author’s page and all stories"
          hint="Leave this off if the stories break no rule."
        />
      ) : null}
      {action === 'dismiss' && found.reports.length > 0 ? (
        <CheckboxField
          name="unfounded"
          value="yes"
          label="The reports are manifestly unfounded"
          hint="All of them, without any need to look closer. It is counted for their senders, and shown to them."
        />
      ) : null}
      <FormActions>
        <SubmitButton variant={isRestrictive(action) ? 'danger' : 'primary'} busyText="Deciding...">
          {caseActionLabels[action]}
        </SubmitButton>
      </FormActions>
    </Form>
  );
}

/** The most likely rule: that of the reports, or of the previous decision about the same thing. */
function likelyRuleOf({ reports, entries, story, list, comment }: CaseDetail): string {
  const rules: readonly string[] = GUIDELINE_RULES;
  // Decisions about other things of the author are listed as well, and say nothing about this one.
  const earlier = entries.filter(
    (entry) =>
      entry.story_id === (story?.id ?? null) &&
      entry.list_id === (list?.id ?? null) &&
      entry.comment_id === (comment?.id ?? null),
  );
  const named = [...reports.map((report) => report.category), ...earlier.map((entry) => entry.rule)];
  return named.find((rule) => rule !== null && rules.includes(rule)) ?? '';
}
