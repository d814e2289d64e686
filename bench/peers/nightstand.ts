import { listChapters } from '#features/chapters/contract/chapters.ts';
import { listStories } from '#features/stories/contract/stories.ts';
import { postmasterOf } from '#tests/support/postmaster.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import type { Peer } from './peer.ts';
import { processorTime } from './processor-time.ts';

export async function startNightstand(): Promise<Peer> {
  const site = await startSite();
  const { stories } = await site.call(listStories, { limit: 1 });
  const slug = stories[0]?.slug ?? '';
  const { chapters } = await site.call(listChapters, { id: slug });
  return {
    name: 'Nightstand',
    port: Number(new URL(site.url).port),
    cpuSeconds: () => processorTime([site.child.pid ?? 0, postmasterOf(site.dataDir)]),
    paths: {
      home: urls.home(),
      chapter: urls.chapter(slug, chapters[0]?.id ?? 0),
      search: (word) => urls.search({ q: word }),
    },
    folder: site.dataDir,
    stop: () => site.stop(),
  };
}
