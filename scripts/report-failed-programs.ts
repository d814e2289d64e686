import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const MAX_LINES = 40;

interface Program {
  files: string[];
  /** The last lines of its standard error, and the remarks of the test runner. */
  lines: string[];
}

/** The properties that the types of Node's error lack. */
interface ProgramFailure {
  exitCode?: unknown;
  signal?: unknown;
}

/**
 * Reports the programs that fail although their tests pass, such as by an exception after the last test or by a crash.
 * Node's own report names only the program, and the cause is somewhere in the output of the run.
 */
export default async function* reportFailedPrograms(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  const programs = new Map<string, Program>();
  const programOf = (path: string) => {
    const program = programs.get(path) ?? { files: [], lines: [] };
    programs.set(path, program);
    return program;
  };
  const failures: string[] = [];
  for await (const { type, data } of events) {
    const path = data !== undefined && 'entryFile' in data ? data.entryFile : undefined;
    if (typeof path === 'string') {
      const { files, lines } = programOf(path);
      if (type === 'test:stderr' || type === 'test:diagnostic')
        lines.push(...data.message.trimEnd().split('\n'));
      if (type === 'test:dequeue' && data.nesting === 0) files.push(data.name);
      lines.splice(0, lines.length - MAX_LINES);
    } else if (type === 'test:fail' && data.file !== undefined && 'exitCode' in data.details.error) {
      const { exitCode, signal }: ProgramFailure = data.details.error;
      const { files, lines } = programOf(data.file);
      const end = typeof signal !== 'string' ? `exit code ${exitCode}` : `signal ${signal}`;
      failures.push(`${relative('.', data.file)} ended with ${end}`, `  files: ${files.join(', ')}`);
      failures.push(...lines.map((line) => `  ${line}`));
    }
  }
  if (failures.length > 0) yield `\n✖ failed programs:\n\n${failures.join('\n')}\n`;
}
