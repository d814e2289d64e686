import { SelectField } from '#ui/select-field.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { TAKEDOWN_TYPES, takedownTypeLabels } from '../contract.ts';
import styles from '../screens/takedown-page.module.css';

export function TakedownFields() {
  return (
    <>
      <SelectField
        name="request_type"
        label="Request Type"
        options={TAKEDOWN_TYPES.map((type) => ({ value: type, label: takedownTypeLabels[type] }))}
      />
      <div className={styles.pair}>
        <TextField name="requester_name" label="Name" autoComplete="name" required />
        <TextField
          name="requester_email"
          label="Email address"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </div>
      <TextField
        name="requester_title"
        label="Title or Role"
        autoComplete="organization-title"
        hint="For example author, publisher or lawyer."
      />
      <TextField
        name="content_url"
        label="Content URL"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        hint="The web address of the story or chapter here."
      />
      <TextArea
        name="content_description"
        label="Content Description"
        hint="What is published here, and which of your works or rights it concerns."
        rows={4}
        required
      />
      <TextArea name="reason" label="Reason" hint="Why it should not be here." rows={4} required />
      <TextArea
        name="owner_info"
        label="Owner Information"
        hint="Who owns the right, and how you are connected."
        rows={3}
        required
      />
      <TextArea
        name="address"
        label="Physical Address"
        autoComplete="street-address"
        hint="Your postal address; you may add a telephone number."
        rows={3}
        required
      />
      <TextArea name="additional_info" label="Additional Information" rows={3} />
    </>
  );
}
