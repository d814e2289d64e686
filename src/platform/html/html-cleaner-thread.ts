import '../server-only.ts';
import { parentPort } from 'node:worker_threads';
import { type CleanedHtml, cleanHtml } from './html-cleaner.ts';

/** The code that runs in a thread of html-cleaner-pool.ts: it cleans one text after the other. */

export interface ThreadMessage {
  /** Undefined when the thread only reports that it is ready. */
  cleaned?: CleanedHtml;
  /** The CPU time that the thread has used so far; the next text's time is measured from it. */
  cpuMilliseconds: number;
}

function report(cleaned?: CleanedHtml): void {
  const { user, system } = process.threadCpuUsage();
  const message: ThreadMessage = { cleaned, cpuMilliseconds: (user + system) / 1000 };
  parentPort?.postMessage(message);
}

parentPort?.on('message', (html: string) => report(cleanHtml(html)));

// Compiles the cleaner, so that the first text does not pay for it.
cleanHtml(
  '<p>She waited, <em>all</em> evening, for the <a href="https://example.org/">ferry</a>.</p>'.repeat(200),
);
report();
