import { publishDueChapters } from '#features/chapters/service/publication.ts';
import { openDatabase } from '#platform/database/database.ts';
import { jobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { scheduleChapters } from '#tests/support/scheduled-chapters.ts';
import { startTemplateDatabase } from '#tests/support/template-database.ts';
import type { Measurement } from './promise.ts';

const PLANS = {
  '10,000 stories, not in the lists yet': [{ stories: 10_000, chapters: 1 }],
  '5 stories': [{ stories: 5, chapters: 2000 }],
  'stories of all kinds': [
    { stories: 2000, chapters: 1 },
    { stories: 3000, chapters: 1, areListed: true },
    { stories: 5, chapters: 1000 },
  ],
};

/** Measures how long after its time the last of 10,000 chapters appears that are scheduled for the same second. */
export async function measurePublication(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [name, plans] of Object.entries(PLANS)) {
    const template = await startTemplateDatabase();
    const database = openDatabase({
      connectionString: template.connectionString,
      log: createLogger({ level: 'error' }),
    });
    try {
      const context = { db: database.db, jobs };
      const publishAt = new Date(Date.now() - 1000);
      for (const plan of plans) await scheduleChapters(context, { ...plan, publishAt });
      const startedAt = performance.now();
      await publishDueChapters(context);
      measurements.push({
        name: `10,000 chapters scheduled for one second, of ${name}`,
        reached: (performance.now() - startedAt) / 1000,
        limit: 60,
        better: 'less',
        unit: 's',
        detail: '',
      });
    } finally {
      await database.close();
      await template.stop();
    }
  }
  return measurements;
}
