import '../server-only.ts';
import type pino from 'pino';

interface Line {
  level?: unknown;
  time?: unknown;
  msg?: unknown;
  err?: { stack?: unknown; type?: unknown; message?: unknown };
  [fact: string]: unknown;
}

/** Turns each JSON line of the log into a readable one; a bug's stack follows below it. */
export function terminalLog(write: (text: string) => void): pino.DestinationStream {
  return { write: (json) => write(formatLine(json)) };
}

function formatLine(json: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(json) as Line;
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const formattedFields = Object.entries(fields).map(
    ([name, value]) => `${name}=${withoutControlCharacters(value)}`,
  );
  const head = `${clock} ${level}: ${withoutControlCharacters(msg)}${formattedFields.length === 0 ? '' : ` (${formattedFields.join(', ')})`}`;
  const error = err === undefined ? '' : errorText(err, level === 'error' || level === 'fatal');
  return `${[head, ...error.split('\n').filter((line) => line.trim() !== '')].join('\n  ')}\n`;
}

function errorText({ type, message, stack }: NonNullable<Line['err']>, isBug: boolean): string {
  return withoutControlCharacters((isBug && stack) || `${type}: ${message}`);
}

/** Removes control characters from values, because a terminal obeys them. */
function withoutControlCharacters(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(/[^\P{Cc}\n]/gu, '');
}
