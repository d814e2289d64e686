import { Notice } from '#ui/notice.tsx';

/** Marks the page of a secret link as a draft. */
export function DraftNotice() {
  return (
    <Notice kind="info" title="A draft for beta readers" live={false}>
      The author has sent you this secret link: please keep it to yourself. In each chapter you can suggest
      corrections, which only the author sees. Nothing here is counted or remembered.
    </Notice>
  );
}
