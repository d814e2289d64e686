import { useState } from 'react';
import { useLocation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { pageNumberOf } from '#base/page-number.ts';
import { ModerationFrame } from '#features/moderation/parts/moderation-frame.tsx';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { PageContents } from '#ui/page-contents.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { ChangeList } from '../../components/change-list.tsx';
import { SettingForm } from '../../components/setting-form.tsx';
import { settingGroups } from '../../components/setting-labels.ts';
import {
  listSettingChanges,
  listSettings,
  type Setting,
  type SettingName,
  settingMessages,
} from '../../contract.ts';
import styles from './settings-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Settings of the site',
    description: 'Name, colours, legal texts, rules and limits that admins change while the site runs.',
    isHidden: true,
  };
}

const CHANGES = { id: 'changes', title: 'Changes' };

interface Current {
  setting: Setting;
  /** Another number is another field, without what was typed. */
  round: number;
}

export function SettingsPage() {
  const page = pageNumberOf(new URLSearchParams(useLocation().search));
  const loaded = useLoaded('settings', () => callApi(listSettings, {}));
  const log = useLoaded(`changes ${page}`, () => callApi(listSettingChanges, { page }));
  /** The settings changed on this page, in front of those that it has loaded. */
  const [current, setCurrent] = useState<Partial<Record<SettingName, Current>>>({});

  function update(setting: Setting, isTyped: boolean) {
    setCurrent((previous) => {
      const round = previous[setting.name]?.round ?? 0;
      return { ...previous, [setting.name]: { setting, round: isTyped ? round : round + 1 } };
    });
    log.reload();
  }

  return (
    <ModerationFrame
      title="Settings"
      lead="A change is live for every visitor at once, and needs no restart. A value saved here goes before that of the environment. Everything done here is logged below."
    >
      <PageContents sections={[...settingGroups, CHANGES]} />
      <LoadedPart
        loaded={loaded}
        label="Loading the settings"
        failed={settingMessages.loadFailed}
        empty={() => undefined}
      >
        {({ settings }) => (
          <>
            {settingGroups.map(({ id, title, note, names }) => (
              <section key={id} className={id === 'limits' ? styles.limits : styles.group}>
                <h2 className={styles.title} id={id}>
                  {title}
                </h2>
                {note === undefined ? null : <p className={styles.note}>{note}</p>}
                <div className={styles.settings}>
                  {names.map((name) => {
                    const { setting, round } = current[name] ?? {
                      setting: settings.find((each) => each.name === name),
                      round: 0,
                    };
                    return setting === undefined ? null : (
                      <SettingForm key={`${name} ${round}`} setting={setting} onChanged={update} />
                    );
                  })}
                </div>
              </section>
            ))}
          </>
        )}
      </LoadedPart>
      <h2 className={styles.title} id={CHANGES.id}>
        {CHANGES.title}
      </h2>
      <LoadedPart
        loaded={log}
        label="Loading the changes"
        failed={settingMessages.loadFailed}
        empty={({ changes }) => (changes.length === 0 ? 'Nothing has been changed yet.' : undefined)}
      >
        {({ changes, pagination }) => (
          <>
            <ChangeList changes={changes} onUndone={(setting) => update(setting, false)} />
            <Pagination
              {...pagination}
              hrefFor={(each) => staffUrls.settings(each)}
              label="Pages of changes"
            />
          </>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}
