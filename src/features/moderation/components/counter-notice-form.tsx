import type { InputOf } from '#base/contract.ts';
import { Button } from '#ui/button.tsx';
import { Declaration } from '#ui/declaration.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import {
  appealMessages,
  COUNTER_NOTICE_SIGNATURE,
  COUNTER_NOTICE_STATEMENTS,
  type sendCounterNotice,
} from '../contract/appeals.ts';
import { MAX_APPEAL_CHARACTERS } from '../contract/moderation.ts';

export type CounterNotice = Omit<InputOf<typeof sendCounterNotice>, 'id'>;

export type CounterNoticeFormProps = {
  decisionId: number;
  send: (notice: CounterNotice) => Promise<void>;
  onCancel: () => void;
};

const required: Record<string, string> = {
  words: appealMessages.reasonRequired,
  name: appealMessages.nameRequired,
  address: appealMessages.addressRequired,
  phone: appealMessages.phoneRequired,
  electronic_signature: appealMessages.signatureRequired,
};

/** The form for a counter-notice, with everything that 17 USC 512(g)(3) requires. */
export function CounterNoticeForm({ decisionId, send, onCancel }: CounterNoticeFormProps) {
  const form = useForm({
    names: ['words', 'name', 'address', 'phone', 'electronic_signature'],
    check: (values) =>
      Object.fromEntries(
        Object.entries(values)
          .filter(([, text]) => text.trim() === '')
          .map(([name]) => [name, required[name]]),
      ),
    submit: async ({ words, name, address, phone }) => {
      await send({ words, name, address, phone, electronic_signature: true });
      return undefined;
    },
    failureMessage: appealMessages.failed,
    // The reason alone: what identifies its writer is stored nowhere, and a signature is given at the moment of sending.
    draft: `counter-notice:${decisionId}`,
  });
  return (
    <Form form={form} label="Counter-notice" saysNeedsScript={false} marksRequired>
      <p>
        All of this is passed on to the claimant, with your name and address, as the law requires. If you are
        not sure, ask a lawyer first.
      </p>
      <TextArea
        name="words"
        label="Why was the removal a mistake, or a mix-up?"
        rows={5}
        required
        autoFocus
        counter={{ limit: MAX_APPEAL_CHARACTERS, exceeded: 'maximum exceeded' }}
      />
      <TextField name="name" label="Your legal name" autoComplete="name" data-secret="" required />
      <TextArea
        name="address"
        label="Your address"
        autoComplete="street-address"
        rows={3}
        data-secret=""
        required
      />
      <TextField
        name="phone"
        label="Your telephone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        data-secret=""
        required
      />
      <Declaration statements={COUNTER_NOTICE_STATEMENTS} signature={COUNTER_NOTICE_SIGNATURE} />
      <FormActions>
        <SubmitButton busyText="Sending...">Send counter-notice</SubmitButton>
        <Button onClick={onCancel}>Cancel</Button>
      </FormActions>
    </Form>
  );
}
