import { useState } from 'react';
import { Moderate } from '#features/moderation/parts/moderate.tsx';
import { callApi } from '#ui/api-client.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { commentMessages, type Reply } from '../contract/comments.ts';
import { listCommentVersions } from '../contract/versions.ts';
import { EarlierTexts } from '../parts/earlier-texts.tsx';
import styles from './staff-tools.module.css';

/** A moderator’s way from a comment to its case, and its earlier texts. */
export function StaffTools({ comment }: { comment: Reply }) {
  const { id, edited_at } = comment;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Moderate about={{ comment: String(id) }} />
      {edited_at === null ? null : (
        <Disclosure className={styles.history} showLabel="Earlier versions" onOpenChange={setOpen}>
          {isOpen ? <Versions key={edited_at} id={id} /> : null}
        </Disclosure>
      )}
    </>
  );
}

function Versions({ id }: { id: number }) {
  const loaded = useLoaded(String(id), () => callApi(listCommentVersions, { id: String(id) }));
  return (
    <LoadedPart
      loaded={loaded}
      label="Loading the earlier versions"
      lines={3}
      failed={commentMessages.loadFailed}
    >
      {(data) => <EarlierTexts versions={data.versions} />}
    </LoadedPart>
  );
}
