import '../server-only.ts';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { installed } from '../runtime/installation.ts';
import type { CleanedHtml } from './html-cleaner.ts';
import type { ThreadAnswer } from './html-cleaner-thread.ts';

/** Cleans what people send, in threads of its own: however a text is made, the site goes on answering. */
export interface Cleaner {
  /**
   * Cleans a text. `too-hard` where that takes more of the processor's time than a text may cost, `too-busy`
   * where too many others wait already.
   */
  clean(html: string, cpuMilliseconds?: number): Promise<CleanedHtml | 'too-hard' | 'too-busy'>;
  /** Ends the threads; a text under way is given up. */
  close(): Promise<void>;
}

/** A long chapter takes a fifth of it. */
const CPU_MILLISECONDS = 250;
const WAITING_MAXIMUM = 32;
const MEMORY_MEGABYTES = 256;

interface Task {
  html: string;
  cpuMilliseconds: number;
  settle(outcome: CleanedHtml | 'too-hard' | 'too-busy'): void;
  fail(error: unknown): void;
}

interface Thread {
  worker: Worker;
  isReady: boolean;
  task?: Task | undefined;
  /** What the thread had used of the processor before its task. */
  cpuBefore: number;
  watch?: NodeJS.Timeout;
  /** Why it ends, where that is not its task's fault. */
  error?: unknown;
}

/** The threads start with the first text, so that a command-line tool that cleans nothing has none. */
export function createCleaner(
  options: { threads?: number; waitingMaximum?: number; memoryMegabytes?: number } = {},
): Cleaner {
  const size = options.threads ?? Math.min(2, Math.max(1, availableParallelism() - 1));
  const waitingMaximum = options.waitingMaximum ?? WAITING_MAXIMUM;
  const threads = new Set<Thread>();
  const waiting: Task[] = [];
  let isClosed = false;

  function distribute(): void {
    for (const thread of threads) {
      if (waiting.length > 0 && thread.isReady && thread.task === undefined) begin(thread, waiting.shift());
    }
    if (waiting.length > 0 && threads.size < size) start();
  }

  function begin(thread: Thread, task: Task | undefined): void {
    if (task === undefined) return;
    thread.task = task;
    thread.worker.ref();
    thread.worker.postMessage(task.html);
    watch(thread, task, task.cpuMilliseconds);
  }

  /** Looks after a while at what the task has cost; on a busy machine that is less than the time gone by. */
  function watch(thread: Thread, task: Task, milliseconds: number): void {
    thread.watch = setTimeout(async () => {
      const usage = await thread.worker.cpuUsage().catch(() => undefined);
      if (usage === undefined || thread.task !== task) return;
      const left = task.cpuMilliseconds - ((usage.user + usage.system) / 1000 - thread.cpuBefore);
      if (left > 0) watch(thread, task, Math.max(5, left));
      else await thread.worker.terminate();
    }, milliseconds);
  }

  function start(): void {
    const worker = new Worker(installed('src/platform/html/html-cleaner-thread.ts'), {
      // It needs nothing of the site's: no secrets of its environment, no options of its command line.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes ?? MEMORY_MEGABYTES },
    });
    const thread: Thread = { worker, isReady: false, cpuBefore: 0 };
    threads.add(thread);
    worker.on('message', ({ cleaned, cpuMilliseconds }: ThreadAnswer) => {
      clearTimeout(thread.watch);
      const { task } = thread;
      thread.isReady = true;
      thread.task = undefined;
      thread.cpuBefore = cpuMilliseconds;
      // A thread without work keeps no process alive.
      worker.unref();
      if (cleaned !== undefined) task?.settle(cleaned);
      distribute();
    });
    worker.on('error', (error) => {
      if (!isExhaustion(error)) thread.error = error;
    });
    worker.on('exit', () => {
      clearTimeout(thread.watch);
      threads.delete(thread);
      // One that could not even start takes a waiting text along, or it would be tried for ever.
      const task = thread.task ?? (thread.isReady ? undefined : waiting.shift());
      if (isClosed) task?.settle('too-busy');
      else if (thread.error !== undefined) task?.fail(thread.error);
      else task?.settle('too-hard');
      distribute();
    });
  }

  return {
    clean(html, cpuMilliseconds = CPU_MILLISECONDS) {
      if (isClosed || waiting.length >= waitingMaximum) return Promise.resolve('too-busy');
      return new Promise((settle, fail) => {
        waiting.push({ html, cpuMilliseconds, settle, fail });
        distribute();
      });
    },
    async close() {
      isClosed = true;
      for (const task of waiting.splice(0)) task.settle('too-busy');
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

/** Stack and memory used up are the text's doing, like time. */
function isExhaustion(error: unknown): boolean {
  return error instanceof RangeError || (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
