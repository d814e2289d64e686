const PAUSE_MILLISECONDS = 200;
/** Elsewhere than on a terminal: cron mails every line. */
const LINE_MILLISECONDS = 10_000;

/**
 * Shows how far a command is: on a terminal one line that changes, elsewhere a line every ten seconds.
 * `now` is the time in milliseconds.
 */
export function progressLine(
  output: { isTTY?: boolean; write(text: string): unknown } = process.stdout,
  now: () => number = () => performance.now(),
): { show(step: string, progress: string): void; end(): void } {
  const isTerminal = output.isTTY;
  let last = { step: '', at: isTerminal ? 0 : now() };
  return {
    show(step, progress) {
      const isSoon = now() - last.at < (isTerminal ? PAUSE_MILLISECONDS : LINE_MILLISECONDS);
      if (isSoon && (!isTerminal || step === last.step)) return;
      last = { step, at: now() };
      output.write(isTerminal ? `\r\u001b[K${step}: ${progress}` : `${step}\n`);
    },
    end() {
      if (isTerminal && last.step !== '') output.write('\n');
    },
  };
}
