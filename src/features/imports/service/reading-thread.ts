import { parentPort, workerData } from 'node:worker_threads';
import { readImportFile } from './reading.ts';

/** The code of a thread that reads one file; read-in-thread.ts starts it. */
const { name, bytes } = workerData as { name: string; bytes: Uint8Array };
parentPort?.postMessage(
  await readImportFile(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
);
