import { useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { isLimitName, LIMITS } from '#base/limits.ts';
import { groupThousands } from '#base/text.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import type { ReplaceablePage } from '#features/legal/contract/site.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { deleteDraft, saveDraft } from '#ui/form-draft.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import {
  changeSetting,
  listSettings,
  MAX_SIGN_UP_SECONDS,
  MAX_SITE_NAME_CHARACTERS,
  type Setting,
  type SettingName,
  settingMessages,
} from '../contract.ts';
import { AccentSample } from './accent-sample.tsx';
import { OwnTextField } from './own-text-field.tsx';
import styles from './setting-form.module.css';
import { settingChoices, settingLabels } from './setting-labels.ts';

export type SettingFormProps = {
  setting: Setting;
  /** Tells of the setting as it is now; `isTyped` while the field keeps what was typed. */
  onChanged: (setting: Setting, isTyped: boolean) => void;
};

/** One setting with its field: saved, refused and put back by itself. */
export function SettingForm({ setting, onChanged }: SettingFormProps) {
  const { name, revision } = setting;
  const page = legalPageOf(name);
  const { user } = useSession();
  const { isBusy, run } = useToastedAction(settingMessages.failed);
  const [theirs, setTheirs] = useState<string>();
  // A text is long work. With another revision it is another draft, so that none replaces a text it does not know.
  const draftOver = (base: number) => `setting:${user?.account_id}:${name}:${base}`;

  async function save(value: string | null) {
    try {
      const saved = await callApi(changeSetting, { name, value, revision });
      setTheirs(undefined);
      onChanged(saved, value !== null);
    } catch (error) {
      if (isApiError(error) && error.code === 'edit_conflict') {
        const { settings } = await callApi(listSettings, {});
        const current = settings.find((each) => each.name === name);
        // The admin now knows the other text: the own one is a draft over that.
        if (current !== undefined && page !== undefined && value !== null) {
          saveDraft(draftOver(current.revision), { value }, []);
          deleteDraft(draftOver(revision));
        }
        if (current !== undefined) onChanged(current, true);
        setTheirs(current?.source === 'here' ? current.value : 'the default');
      }
      throw error;
    }
  }

  const form = useForm({
    names: ['value'],
    ...(page === undefined ? {} : { draft: draftOver(revision) }),
    submit: async ({ value }) => {
      await save(value);
      return settingMessages.changed;
    },
    failureMessage: settingMessages.failed,
  });

  const putBack = () =>
    run(async () => {
      await save(null);
      return settingMessages.changed;
    });

  const { label } = settingLabels[name];
  const isShort = isLimitName(name);
  return (
    <Form
      form={form}
      label={label}
      className={classNames(styles.form, isShort && styles.short)}
      saysNeedsScript={false}
    >
      <SettingField setting={setting} />
      {theirs === undefined ? null : <p className={styles.theirs}>In force now: {theirs.slice(0, 300)}</p>}
      <p className={styles.source}>
        {sourceInWords(setting)}
        {page === undefined ? null : (
          <>
            {' '}
            <a href={urls[page]()}>
              See the page<span className="visually-hidden"> {label}</span>
            </a>
          </>
        )}
      </p>
      <FormActions>
        <SubmitButton busyText="Saving..." variant={isShort ? 'quiet' : 'primary'}>
          Save<span className="visually-hidden"> {label}</span>
        </SubmitButton>
        {setting.source === 'here' ? (
          <Button busy={isBusy} onClick={() => void putBack()}>
            {page !== undefined ? 'Back to the text shipped with the site' : 'Back to the default'}
            <span className="visually-hidden"> of {label}</span>
          </Button>
        ) : null}
      </FormActions>
    </Form>
  );
}

/** The page whose text a setting replaces; undefined for other settings. */
function legalPageOf(name: SettingName): ReplaceablePage | undefined {
  return name.startsWith('text_') ? (name.slice('text_'.length) as ReplaceablePage) : undefined;
}

function sourceInWords(setting: Setting): string {
  const range = rangeOf(setting.name);
  if (range === undefined) return originInWords(setting);
  return `From ${range.least} to ${groupThousands(range.most)}. ${originInWords(setting)}`;
}

function originInWords({ name, source, variable, default_value }: Setting): string {
  const isText = legalPageOf(name) !== undefined;
  const labelled = settingChoices[name]?.find(({ value }) => value === default_value)?.label ?? default_value;
  const origin = variable === null ? '' : ` ${variable} sets the default.`;
  if (source === 'here' && default_value === '' && !isText) return 'Set here.';
  if (source === 'here')
    return isText ? 'Your own text is shown.' : `Set here. The default is ${labelled}.${origin}`;
  if (source === 'environment')
    return `From ${variable} in the environment; a value saved here goes before it.`;
  return isText ? 'The text shipped with the site is shown.' : `The default of the site.${origin}`;
}

function SettingField({ setting: { name, value, source } }: { setting: Setting }) {
  const field = { name: 'value', ...settingLabels[name], defaultValue: value };
  const choices = settingChoices[name];
  if (choices !== undefined) return <SelectField {...field} options={choices} />;
  if (name === 'accent_paper' || name === 'accent_lamp') return <AccentField name={name} value={value} />;
  const page = legalPageOf(name);
  if (page !== undefined) return <OwnTextField {...field} page={page} source={source} />;
  const range = rangeOf(name);
  if (range !== undefined)
    return (
      <TextField
        {...field}
        type="number"
        min={range.least}
        max={range.most}
        className={styles.number}
        autoComplete="off"
      />
    );
  const type = { exit_url: 'url', terms_asked_since: 'date' }[name as string];
  return (
    <TextField
      {...field}
      {...(type === undefined ? { counter: { limit: MAX_SITE_NAME_CHARACTERS } } : { type })}
      autoComplete="off"
    />
  );
}

function rangeOf(name: SettingName): { least: number; most: number } | undefined {
  if (name === 'sign_up_seconds') return { least: 0, most: MAX_SIGN_UP_SECONDS };
  return isLimitName(name) ? LIMITS[name] : undefined;
}

function AccentField({ name, value }: { name: 'accent_paper' | 'accent_lamp'; value: string }) {
  const [typed, setTyped] = useState(value);
  return (
    <>
      <TextField
        {...settingLabels[name]}
        name="value"
        defaultValue={value}
        onInput={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <AccentSample typed={typed} theme={name === 'accent_paper' ? 'paper' : 'lamp'} />
    </>
  );
}
