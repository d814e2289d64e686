import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatMoment } from '#ui/dates.ts';
import { Row, RowFacts, Rows } from '#ui/rows.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import {
  SETTING_NAMES,
  type Setting,
  type SettingChange,
  settingMessages,
  undoSettingChange,
} from '../contract.ts';
import { settingLabels } from './setting-labels.ts';

type Undone = { onUndone: (setting: Setting) => void };

/** The log: who changed what, when, and from what to what. */
export function ChangeList({ changes, onUndone }: { changes: SettingChange[] } & Undone) {
  return (
    <Rows aria-label="Changes">
      {changes.map((change) => (
        <ChangeRow key={`${change.name} ${change.revision}`} change={change} onUndone={onUndone} />
      ))}
    </Rows>
  );
}

const inWords = (value: string | null) =>
  value === null ? 'the default' : `“${value.length > 120 ? `${value.slice(0, 120)}…` : value}”`;

function ChangeRow({ change, onUndone }: { change: SettingChange } & Undone) {
  const { isBusy, run } = useToastedAction(settingMessages.failed);
  const name = SETTING_NAMES.find((each) => each === change.name);
  const label = name === undefined ? change.name : settingLabels[name].label;

  async function undo() {
    if (name === undefined) return;
    await run(async () => {
      onUndone(await callApi(undoSettingChange, { name, revision: change.revision }));
      return settingMessages.undone;
    });
  }

  return (
    <Row
      actions={
        change.is_latest && name !== undefined ? (
          <Button size="small" busy={isBusy} onClick={() => void undo()}>
            Undo<span className="visually-hidden"> the change of {label}</span>
          </Button>
        ) : null
      }
    >
      <p>
        <strong>{label}</strong> from {inWords(change.from)} to {inWords(change.to)}
      </p>
      <RowFacts>
        {change.changed_by} · {formatMoment(change.changed_at)}
      </RowFacts>
    </Row>
  );
}
