import '../server-only.ts';
import { parentPort } from 'node:worker_threads';
import { type CleanedHtml, cleanHtml } from './html-cleaner.ts';

/** What runs in a thread of html-cleaner-pool.ts: one text after the other, and nothing else. */

export interface ThreadAnswer {
  /** Nothing where the thread only tells that it is ready. */
  cleaned?: CleanedHtml;
  /** The time of the processor that the thread has used up to now: what the next text is measured from. */
  cpuMilliseconds: number;
}

function answer(cleaned?: CleanedHtml): void {
  const { user, system } = process.threadCpuUsage();
  const message: ThreadAnswer = { cleaned, cpuMilliseconds: (user + system) / 1000 };
  parentPort?.postMessage(message);
}

parentPort?.on('message', (html: string) => answer(cleanHtml(html)));

// The first text should not have to pay for compiling the cleaner.
cleanHtml(
  '<p>She waited, <em>all</em> evening, for the <a href="https://example.org/">ferry</a>.</p>'.repeat(200),
);
answer();
