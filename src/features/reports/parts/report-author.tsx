import { isOwnPenName, useSession } from '#features/accounts/parts/session.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { FlagIcon } from '#ui/icons.tsx';
import styles from './report-author.module.css';
import { useReport } from './use-report.tsx';

/** 'Report Author', for signed-in readers other than the author. */
export function ReportAuthor({ authorId, className }: { authorId: number; className?: string }) {
  const { user } = useSession();
  const report = useReport({ kind: 'author', id: authorId });
  if (isOwnPenName(user, authorId)) return null;
  return (
    <div className={classNames('needs-script no-print', styles.report, className)}>
      <Button size="small" {...report.waiting} onClick={report.start}>
        <FlagIcon size={16} />
        Report Author
      </Button>
      {report.dialog}
    </div>
  );
}
