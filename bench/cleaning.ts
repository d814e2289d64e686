import { createChapter, editChapter } from '#features/chapters/contract/chapters.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';

/**
 * Measures what saving the worst legal chapter costs, from the request to the answer, in turns with a plain
 * chapter of the same length. Requests of /healthz run all the time and show how long others wait meanwhile.
 * `node bench/cleaning.ts`
 */

const ROUNDS = 20;
const LENGTH = 96_000;

const plain = '<p>She closed the book and listened to the rain.</p>';
const texts = {
  plain: plain.repeat(Math.floor(LENGTH / plain.length)),
  nested: '<blockquote>'.repeat(LENGTH / '<blockquote>'.length),
  mixed: '<blockquote><ul><li><b><i>'.repeat(Math.floor(LENGTH / '<blockquote><ul><li><b><i>'.length)),
};

let token = '';
const site = await startSite({
  fill: async (context) => {
    token = (await signedIn(context, 'nora-inkwell')).token;
  },
});
try {
  const story = await site.call(publishStory, { title: 'Nested' }, token);
  const first = { id: String(story.id), title: 'One', content: plain };
  const chapter = await site.call(createChapter, first, token);
  const saveTimes: Record<string, number[]> = {};
  const healthTimes: number[] = [];
  let isDone = false;
  const healthRequests = (async () => {
    while (!isDone)
      healthTimes.push(await timed(() => fetch(`${site.url}/healthz`).then((answer) => answer.text())));
  })();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, text] of Object.entries(texts)) {
      // The text differs each time, because the site does not clean a text again that is already stored.
      const content = `${text}${round}`;
      const input = { id: story.slug, chapterId: String(chapter.id), title: 'One', content };
      saveTimes[name] ??= [];
      saveTimes[name].push(await timed(() => site.call(editChapter, input, token)));
    }
  }
  isDone = true;
  await healthRequests;
  for (const [name, times] of [...Object.entries(saveTimes), ['/healthz meanwhile', healthTimes] as const]) {
    times.sort((a, b) => a - b);
    const at = (share: number) => `${(times[Math.ceil(share * times.length) - 1] ?? 0).toFixed(0)} ms`;
    process.stdout.write(`${name.padEnd(20)} median ${at(0.5)}, longest ${at(1)}\n`);
  }
} finally {
  await site.stop();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
