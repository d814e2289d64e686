import { useLocation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { pageNumberOf } from '#base/page-number.ts';
import { ModerationFrame } from '#features/moderation/parts/moderation-frame.tsx';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Rows } from '#ui/rows.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { AnnouncementForm } from '../../components/announcement-form.tsx';
import { AnnouncementRow, ChangeRow } from '../../components/announcement-row.tsx';
import { announcementMessages, listAnnouncementChanges, listAnnouncements } from '../../contract.ts';
import styles from './announcements-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Announcements',
    description: 'Notices and maintenance, shown to all visitors for a time.',
    isHidden: true,
  };
}

export function AnnouncementsPage() {
  const page = pageNumberOf(new URLSearchParams(useLocation().search));
  const loaded = useLoaded(`announcements ${page}`, () => callApi(listAnnouncements, { page }));
  const log = useLoaded(`announcement changes ${page}`, () => callApi(listAnnouncementChanges, { page }));

  function reload() {
    loaded.reload();
    log.reload();
  }

  async function readRevision(id: number): Promise<number | undefined> {
    const { announcements } = await callApi(listAnnouncements, { page });
    return announcements.find((each) => each.id === id)?.revision;
  }

  return (
    <ModerationFrame
      title="Announcements"
      lead="A quiet banner above every page, from its start to its end, until a reader dismisses it. Each page shows one notice and one maintenance at most: those that started last. Everything done here is logged below."
    >
      <AnnouncementForm onSaved={reload} />
      <h2 className={styles.title}>Announcements</h2>
      <LoadedPart
        loaded={loaded}
        label="Loading the announcements"
        failed={announcementMessages.loadFailed}
        empty={({ announcements }) =>
          announcements.length === 0 ? 'Nothing has been announced yet.' : undefined
        }
      >
        {({ announcements }) => (
          <Rows aria-label="Announcements">
            {announcements.map((announcement) => (
              <AnnouncementRow
                key={`${announcement.id} ${announcement.state}`}
                announcement={announcement}
                onChanged={reload}
                readRevision={readRevision}
              />
            ))}
          </Rows>
        )}
      </LoadedPart>
      <h2 className={styles.title}>Changes</h2>
      <LoadedPart
        loaded={log}
        label="Loading the changes"
        failed={announcementMessages.loadFailed}
        empty={({ changes }) => (changes.length === 0 ? 'Nothing has been changed yet.' : undefined)}
      >
        {({ changes, pagination }) => (
          <>
            <Rows aria-label="Changes">
              {changes.map((change) => (
                <ChangeRow key={`${change.id} ${change.revision}`} change={change} onChanged={reload} />
              ))}
            </Rows>
            <Pagination
              {...pagination}
              hrefFor={(each) => staffUrls.announcements(each)}
              label="Pages of changes"
            />
          </>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}
