import '../server-only.ts';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { installedPath } from '../runtime/installation.ts';
import { isExhaustion } from '../runtime/is-exhaustion.ts';
import type { CleanedHtml } from './html-cleaner.ts';
import type { ThreadMessage } from './html-cleaner-thread.ts';

/** Cleans submitted texts in threads of its own, so that no text can block the site. */
export interface Cleaner {
  /**
   * Cleans a text. Returns `too-hard` when it exceeds the CPU time of a text, and `too-busy` when too many others wait
   * already.
   */
  clean(html: string, cpuMilliseconds?: number): Promise<CleanedHtml | 'too-hard' | 'too-busy'>;
  /** Ends the threads and drops texts under way. */
  close(): Promise<void>;
}

/** A long chapter takes a fifth of it. */
const MAX_CPU_MILLISECONDS = 250;
const MAX_WAITING = 32;
const MAX_MEMORY_MEGABYTES = 256;

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
  /** The CPU time that the thread had used before its task. */
  cpuBefore: number;
  cpuTimer?: NodeJS.Timeout;
  /** The cause of the thread's end, when that is not its task's fault. */
  error?: unknown;
}

/** Starts no thread before the first text, so that a command-line tool that cleans nothing has none. */
export function createCleaner(
  options: { threads?: number; waitingMaximum?: number; memoryMegabytes?: number } = {},
): Cleaner {
  const size = options.threads ?? Math.min(2, Math.max(1, availableParallelism() - 1));
  const maxWaiting = options.waitingMaximum ?? MAX_WAITING;
  const threads = new Set<Thread>();
  const waiting: Task[] = [];
  let isClosed = false;

  function distribute(): void {
    for (const thread of threads) {
      if (waiting.length > 0 && thread.isReady && thread.task === undefined)
        startTask(thread, waiting.shift());
    }
    if (waiting.length > 0 && threads.size < size) startThread();
  }

  function startTask(thread: Thread, task: Task | undefined): void {
    if (task === undefined) return;
    thread.task = task;
    thread.worker.ref();
    thread.worker.postMessage(task.html);
    limitCpuTime(thread, task, task.cpuMilliseconds);
  }

  /** Checks the task's CPU time, which on a busy machine is less than the elapsed time. */
  function limitCpuTime(thread: Thread, task: Task, milliseconds: number): void {
    thread.cpuTimer = setTimeout(async () => {
      const usage = await thread.worker.cpuUsage().catch(() => undefined);
      if (usage === undefined || thread.task !== task) return;
      const remainingMilliseconds =
        task.cpuMilliseconds - ((usage.user + usage.system) / 1000 - thread.cpuBefore);
      if (remainingMilliseconds > 0) limitCpuTime(thread, task, Math.max(5, remainingMilliseconds));
      else await thread.worker.terminate();
    }, milliseconds);
  }

  function startThread(): void {
    const worker = new Worker(installedPath('src/platform/html/html-cleaner-thread.ts'), {
      // The thread gets no secrets of the site's environment and no options of its command line.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes ?? MAX_MEMORY_MEGABYTES },
    });
    const thread: Thread = { worker, isReady: false, cpuBefore: 0 };
    threads.add(thread);
    worker.on('message', ({ cleaned, cpuMilliseconds }: ThreadMessage) => {
      clearTimeout(thread.cpuTimer);
      const { task } = thread;
      thread.isReady = true;
      thread.task = undefined;
      thread.cpuBefore = cpuMilliseconds;
      // An idle thread does not keep the process alive.
      worker.unref();
      if (cleaned !== undefined) task?.settle(cleaned);
      distribute();
    });
    worker.on('error', (error) => {
      if (!isExhaustion(error)) thread.error = error;
    });
    worker.on('exit', () => {
      clearTimeout(thread.cpuTimer);
      threads.delete(thread);
      // A thread that failed to start removes a waiting text as well, which would otherwise be retried for ever.
      const task = thread.task ?? (thread.isReady ? undefined : waiting.shift());
      if (isClosed) task?.settle('too-busy');
      else if (thread.error !== undefined) task?.fail(thread.error);
      else task?.settle('too-hard');
      distribute();
    });
  }

  return {
    clean(html, cpuMilliseconds = MAX_CPU_MILLISECONDS) {
      if (isClosed || waiting.length >= maxWaiting) return Promise.resolve('too-busy');
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
