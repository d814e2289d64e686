import { Worker } from 'node:worker_threads';
import { installedPath } from '#platform/runtime/installation.ts';
import { isExhaustion } from '#platform/runtime/is-exhaustion.ts';
import type { FileReading } from './reading.ts';
import type { ReadingTask } from './reading-thread.ts';

/** A novel takes half a second. */
const MAX_CPU_MILLISECONDS = 60_000;
const MAX_MEMORY_MEGABYTES = 1_024;
const CHECK_MILLISECONDS = 2_000;

/**
 * Reads a file in a thread of its own, with limits on its CPU time and memory, so that no file can block or end the
 * site. A file that exceeds them is one that can't be read.
 */
export async function readInThread(
  name: string,
  bytes: Uint8Array,
  limits: { cpuMilliseconds?: number; memoryMegabytes?: number } = {},
): Promise<FileReading> {
  const { cpuMilliseconds = MAX_CPU_MILLISECONDS, memoryMegabytes = MAX_MEMORY_MEGABYTES } = limits;
  const worker = new Worker(installedPath('src/features/imports/service/reading-thread.ts'), {
    // The thread gets no secrets of the site's environment and no options of its command line.
    env: {},
    execArgv: [],
    workerData: { name, bytes } satisfies ReadingTask,
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  });
  const timer = setInterval(async () => {
    const usage = await worker.cpuUsage().catch(() => undefined);
    if (usage !== undefined && (usage.user + usage.system) / 1000 > cpuMilliseconds) await worker.terminate();
  }, CHECK_MILLISECONDS);
  try {
    return await new Promise((settle, fail) => {
      worker.once('message', settle);
      worker.once('error', (error) => {
        if (isExhaustion(error)) settle(tooComplicated(name));
        else fail(error);
      });
      worker.once('exit', () => settle(tooComplicated(name)));
    });
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}

function tooComplicated(name: string): FileReading {
  return { stories: [], problems: [`${name}: The file is too large or too complicated to read.`] };
}
