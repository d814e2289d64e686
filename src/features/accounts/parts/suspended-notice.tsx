import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import { useSession } from './session.ts';

/** Tells suspended readers what they can do; nothing for everybody else. */
export function SuspendedNotice() {
  const reason = useSession().user?.suspended_for;
  if (reason === undefined) return null;
  return (
    <Notice
      kind="error"
      live={false}
      title={`Your account is suspended: ${reason}`}
      action={
        <ButtonLink size="small" href={urls.decisions()}>
          Read the decision, or appeal
        </ButtonLink>
      }
    >
      You can still read and export your work, but not publish.
    </Notice>
  );
}
