import { loadavg } from 'node:os';
import { measureKept } from './kept-page.ts';
import { measureMade } from './made-page.ts';
import { measureProcesses } from './processes.ts';
import { isKept, type Measured } from './promise.ts';
import { measureStart } from './start.ts';
import { measureVotes } from './vote.ts';

/** `npm run bench`: every promise against its limit, in one run. `npm run bench -- kept vote` measures some. */
const measures: Record<string, () => Promise<Measured[]>> = {
  kept: measureKept,
  made: measureMade,
  vote: measureVotes,
  processes: measureProcesses,
  start: measureStart,
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => measures[name] === undefined);
if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(measures).join(', ')}`);
process.stdout.write('| promise | limit | reached | | load | |\n| --- | ---: | ---: | --- | ---: | --- |\n');
for (const [name, measure] of Object.entries(measures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const one of await measure()) {
    const sign = one.better === 'more' ? '≥' : '≤';
    const unit = one.unit === undefined ? '' : ` ${one.unit}`;
    const load = (loadavg()[0] ?? 0).toFixed(0);
    process.stdout.write(
      `| ${one.what} | ${sign} ${one.limit}${unit} | ${one.reached.toFixed(2)}${unit} | ${isKept(one) ? 'kept' : 'not kept'} | ${load} | ${one.detail} |\n`,
    );
  }
}
