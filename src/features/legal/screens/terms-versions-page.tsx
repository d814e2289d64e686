import { useLoaderData } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { List } from '#ui/list.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { urls } from '#urls.ts';
import { periodInWords } from '../components/period-in-words.ts';
import type { TermsPeriod } from '../contract/terms.ts';
import styles from './terms-versions-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Versions of the terms',
    description: 'The terms of service as they were in force, from the first version to this day.',
    canonical: urls.termsVersions(),
  };
}

export function TermsVersionsPage() {
  const { versions } = useLoaderData() as { versions: TermsPeriod[] };
  return (
    <NarrowPage
      size="form"
      title="Versions of the terms"
      lead="Every version of the terms stays readable, so that you can see what you accepted."
      foot={<a href={urls.terms()}>The terms in force</a>}
    >
      <List className={styles.versions}>
        {versions.map((period) => (
          <li key={period.from} className={styles.version}>
            <a href={period.until === null ? urls.terms() : urls.termsVersions(period.version)}>
              {periodInWords(period)}
            </a>
          </li>
        ))}
      </List>
    </NarrowPage>
  );
}
