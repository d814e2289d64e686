import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { apart } from './link-dialog.tsx';
import { MAX_WORD_GOAL } from './word-goal.ts';

export type GoalDialogProps = {
  goal: number | undefined;
  open: boolean;
  onChange: (goal: number | undefined) => void;
  onClose: () => void;
};

/** Asks for the words a day. */
export function GoalDialog(props: GoalDialogProps) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={(isOpen) => isOpen || props.onClose()}
      title="Daily goal"
      description="It stays on this device, and goes when you log out or leave by Quick exit."
    >
      {props.open ? <GoalForm {...props} /> : null}
    </Dialog>
  );
}

function GoalForm({ goal, onChange, onClose }: GoalDialogProps) {
  const form = useForm({
    names: ['goal'],
    failureMessage: '',
    check: ({ goal: typed }) => ({
      goal: isGoal(Number(typed)) ? undefined : 'Words a day must be a whole number from 1 to 100,000',
    }),
    submit: async ({ goal: typed }) => {
      onChange(Number(typed));
      onClose();
      return undefined;
    },
  });
  return (
    <Form form={apart(form)} label="Daily goal" saysNeedsScript={false}>
      <TextField
        name="goal"
        label="Words a day"
        hint="Words that you take out again count against it."
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_WORD_GOAL}
        autoComplete="off"
        defaultValue={goal ?? 500}
        required
      />
      <FormActions>
        <SubmitButton>Set goal</SubmitButton>
        {goal === undefined ? null : (
          <Button
            onClick={() => {
              onChange(undefined);
              onClose();
            }}
          >
            Remove goal
          </Button>
        )}
      </FormActions>
    </Form>
  );
}

function isGoal(goal: number): boolean {
  return Number.isInteger(goal) && goal >= 1 && goal <= MAX_WORD_GOAL;
}
