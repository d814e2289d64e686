import { RefusedMails } from '#features/accounts/parts/refused-mails.tsx';
import { callApi } from '#ui/api-client.ts';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import {
  INBOX_MAILS,
  type InboxMail,
  type InboxSettings,
  inboxMessages,
  readInboxSettings,
  setInboxSettings,
} from '../contract.ts';
import { kindLabels, MUTABLE_KINDS } from '../rules.ts';
import styles from './own-inbox.module.css';

const mailLabels: Record<InboxMail, string> = {
  none: 'No emails',
  daily: 'Email once a day',
  weekly: 'Email once a week',
};

export type InboxSettingsPartProps = {
  /** Called when other kinds are muted, which changes what the inbox shows. */
  onMuted: () => void;
};

/** The choices about an inbox, folded away below it. */
export function InboxSettingsPart(props: InboxSettingsPartProps) {
  return (
    <Disclosure showLabel="What you are told, and emails">
      <Settings {...props} />
    </Disclosure>
  );
}

function Settings({ onMuted }: InboxSettingsPartProps) {
  const loaded = useLoaded('inbox settings', () => callApi(readInboxSettings, {}));
  return (
    <LoadedPart
      loaded={loaded}
      label="Loading the settings"
      lines={6}
      failed={inboxMessages.settingsLoadFailed}
    >
      {(data) => <Choices settings={data} onChanged={loaded.reload} onMuted={onMuted} />}
    </LoadedPart>
  );
}

type ChoicesProps = InboxSettingsPartProps & { settings: InboxSettings; onChanged: () => void };

function Choices({ settings, onChanged, onMuted }: ChoicesProps) {
  const { run } = useToastedAction(inboxMessages.settingsFailed);
  async function change(changes: Partial<InboxSettings>) {
    await run(async () => {
      await callApi(setInboxSettings, changes);
      return inboxMessages.settingsSaved;
    });
    onChanged();
    if (changes.muted !== undefined) onMuted();
  }
  const { muted } = settings;
  return (
    <div className={styles.settings}>
      <section className={styles.part} aria-label="What you are told">
        <h2>What you are told</h2>
        {MUTABLE_KINDS.map((kind) => (
          <CheckboxField
            key={kind}
            name={kind}
            label={kindLabels[kind]}
            checked={!muted.includes(kind)}
            onChange={({ target }) =>
              void change({
                muted: target.checked ? muted.filter((one) => one !== kind) : [...muted, kind],
              })
            }
          />
        ))}
        <p className={styles.quiet}>Decisions about you and your work always arrive.</p>
      </section>
      <section className={styles.part} aria-label="Emails">
        <h2>Emails</h2>
        <p className={styles.quiet}>
          They go to your address once it is verified, and say only that something is unread.
        </p>
        <RefusedMails />
        <SelectField
          name="mail"
          label="Emails about unread items"
          value={settings.mail}
          options={INBOX_MAILS.map((mail) => ({ value: mail, label: mailLabels[mail] }))}
          onChange={({ target }) => void change({ mail: target.value as InboxMail })}
        />
        <CheckboxField
          name="titles"
          label="Say what it is in the emails"
          hint="Never in the subject of an email"
          checked={settings.titles_in_mails}
          onChange={({ target }) => void change({ titles_in_mails: target.checked })}
        />
      </section>
    </div>
  );
}
