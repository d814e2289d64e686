import { Late } from '#ui/late.tsx';
import type { ReadingBarProps } from './reading-bar.tsx';

const load = () => import('./reading-bar.tsx').then(({ ReadingBar }) => ReadingBar);

/** The bar of somebody reading, loaded after the page. */
export function LateReadingBar(props: ReadingBarProps) {
  return <Late load={load} props={props} className="needs-script no-print" />;
}
