import { loadavg } from 'node:os';
import { measureBooks } from './books.ts';
import { measureCachedResponses } from './cached-responses.ts';
import { measureComments } from './comments.ts';
import { measureInstallation } from './installation.ts';
import { measureLists } from './lists.ts';
import { measurePhone } from './phone.ts';
import { measureProcesses } from './processes.ts';
import { isWithinLimit, type Measurement } from './promise.ts';
import { measurePublication } from './publication.ts';
import { measureRendering } from './rendering.ts';
import { measureStart } from './startup.ts';
import { measureVotes } from './votes.ts';

/** `npm run bench`: every promise against its limit, in one run. `npm run bench -- cached votes` measures some. */
const measures: Record<string, () => Promise<Measurement[]>> = {
  cached: measureCachedResponses,
  rendered: measureRendering,
  lists: measureLists,
  votes: measureVotes,
  processes: measureProcesses,
  publication: measurePublication,
  startup: measureStart,
  installation: measureInstallation,
  books: measureBooks,
  comments: measureComments,
  phone: measurePhone,
};

const selected = process.argv.slice(2);
const unknown = selected.find((name) => measures[name] === undefined);
if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(measures).join(', ')}`);
process.stdout.write('| promise | limit | reached | | load | |\n| --- | ---: | ---: | --- | ---: | --- |\n');
for (const [name, measure] of Object.entries(measures)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  for (const measurement of await measure()) {
    const sign = measurement.better === 'more' ? '≥' : '≤';
    const unit = measurement.unit === undefined ? '' : ` ${measurement.unit}`;
    const load = (loadavg()[0] ?? 0).toFixed(0);
    process.stdout.write(
      `| ${measurement.name} | ${sign} ${measurement.limit}${unit} | ${measurement.reached.toFixed(2)}${unit} | ${isWithinLimit(measurement) ? 'met' : 'not met'} | ${load} | ${measurement.detail} |\n`,
    );
  }
}
