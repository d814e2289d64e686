import '../server-only.ts';
import pino from 'pino';
import { logFieldsOf, safeError } from './log-error.ts';
import { terminalLog } from './terminal-log.ts';

/** The part of the logger that code needs: first the facts, then a sentence without any reader's data. */
export type Log = {
  debug(obj: object, msg: string): void;
  info(obj: object, msg: string): void;
  warn(obj: object, msg: string): void;
  error(obj: object, msg: string): void;
};

const secretNames = [
  ...['password', 'new_password', 'newPassword', 'current_password', 'currentPassword', 'secret'],
  ...['token', 'refreshToken', 'refresh_token', 'access_token', 'id_token', 'code_verifier'],
  ...['email', 'authorization', 'Authorization', 'cookie', 'Cookie', 'set-cookie', 'Set-Cookie'],
];
const redactedPaths = ['', '*', '*.*', '*.*.*'].flatMap((parents) =>
  secretNames.map((name) => {
    if (name.includes('-')) return `${parents}["${name}"]`;
    return parents ? `${parents}.${name}` : name;
  }),
);

/**
 * Standard output: JSON for programs, readable lines for a person at a terminal. Lines are written without buffering.
 */
function standardOutput(): pino.DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  return process.stdout.isTTY ? terminalLog((text) => output.write(text)) : output;
}

/**
 * The site's logger: one JSON line per event on standard output, time in ISO 8601, without host and pid (the service
 * manager adds them). Secrets are redacted, and errors lose the rows and values that PostgreSQL quotes.
 */
export function createLogger(
  options: { level: pino.LevelWithSilent; name?: string },
  destination: pino.DestinationStream = standardOutput(),
): pino.Logger {
  return pino(
    {
      level: options.level,
      base: options.name ? { name: options.name } : null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redactedPaths, censor: '[redacted]' },
      // An error under another name than err would otherwise be written with all its properties.
      formatters: { level: (label) => ({ level: label }), log: logFieldsOf },
      serializers: { err: safeError, error: safeError },
    },
    destination,
  );
}

/** Writes the warnings of Node as lines of the log: it prints them as plain text, which programs that read the log cannot parse. */
export function logNodeWarnings(log: Pick<Log, 'warn'>): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ kind: warning.name, err: warning }, 'Node warns'));
}
