import { plural } from '#base/text.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { callApi } from '#ui/api-client.ts';
import { List } from '#ui/list.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { IMPORT_HOURS, listImports, type OpenImport } from '../contract.ts';
import { importPreviewAddress } from '../rules/addresses.ts';
import styles from './import-files.module.css';

const MAX_NAMES = 3;

/** The imports that wait for their author; nothing where there is none, or they can't be loaded. */
export function OpenImports({ story }: { story: Story | undefined }) {
  const loaded = useLoaded('imports', () => callApi(listImports, {}));
  const imports = loaded.data?.imports ?? [];
  if (imports.length === 0) return null;
  return (
    <section className={styles.open} aria-labelledby="open-imports-title">
      <h2 id="open-imports-title" className={styles.openTitle}>
        Waiting for you
      </h2>
      <List className={styles.files}>
        {imports.map((open) => (
          <li key={open.id} className={styles.file}>
            <a className={styles.name} href={importPreviewAddress(open.id, story?.slug)}>
              {namesOf(open)}
            </a>
            <span className={styles.size}>{stateOf(open)}</span>
          </li>
        ))}
      </List>
      <p className={styles.formats}>We keep them for {IMPORT_HOURS} hours, then they are deleted.</p>
    </section>
  );
}

function namesOf({ files }: OpenImport): string {
  const more = files.length - MAX_NAMES;
  return files.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${plural(more, 'more file')}` : '');
}

function stateOf({ state, files_read, files_total }: OpenImport): string {
  if (state === 'reading') return `Reading, ${files_read} of ${files_total}`;
  return state === 'ready' ? 'Ready to look at' : 'Nothing could be read';
}
