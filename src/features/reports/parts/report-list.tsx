import { useSession } from '#features/accounts/parts/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FlagIcon } from '#ui/icons.tsx';
import { urls } from '#urls.ts';
import { useReport } from './use-report.tsx';

const LABEL = 'Report this list';

/** 'Report this list': a dialog for signed-in readers, for everybody else the form that needs no account. */
export function ReportList({ slug }: { slug: string }) {
  const { status } = useSession();
  const report = useReport({ kind: 'list', id: slug });
  if (status !== 'in') {
    return (
      <ButtonLink size="small" href={urls.report(urls.list(slug))}>
        <FlagIcon size={16} />
        {LABEL}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button size="small" {...report.waiting} onClick={report.start}>
        <FlagIcon size={16} />
        {LABEL}
      </Button>
      {report.dialog}
    </>
  );
}
