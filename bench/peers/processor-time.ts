import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts time in hundredths of a second. */
const TICKS = 100;

interface Process {
  pid: number;
  parent: number;
  seconds: number;
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      // A process's own time and that of its ended children (proc(5): utime, stime, cutime, cstime).
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      return [{ pid: Number(name), parent: Number(fields[1]), seconds: ticks / TICKS }];
    } catch {
      return [];
    }
  });
}

/** The processor time of some processes and of all their descendants. */
export function processorTime(roots: readonly number[]): number {
  const all = processes();
  const counted = new Set(roots);
  let before = 0;
  while (counted.size > before) {
    before = counted.size;
    for (const { pid, parent } of all) if (counted.has(parent)) counted.add(pid);
  }
  return all.reduce((sum, { pid, seconds }) => (counted.has(pid) ? sum + seconds : sum), 0);
}
