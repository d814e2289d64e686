import '../server-only.ts';
import { codeOf } from './start-error.ts';

/** Whether a thread ended because it ran out of stack or memory: the fault of the text that it was given, like time. */
export function isExhaustion(error: unknown): boolean {
  return error instanceof RangeError || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';
}
