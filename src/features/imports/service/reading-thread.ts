import { parentPort, workerData } from 'node:worker_threads';
import { readImportFile } from './reading.ts';

/** The code of a thread that reads one file; read-in-thread.ts starts it. */
export interface ReadingTask {
  name: string;
  bytes: Uint8Array;
}

const { name, bytes } = workerData as ReadingTask;
parentPort?.postMessage(
  await readImportFile(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
);
