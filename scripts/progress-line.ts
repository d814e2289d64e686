const PAUSE_MILLISECONDS = 200;
/** Elsewhere than on a terminal: cron mails every line. */
const LINE_MILLISECONDS = 10_000;

/** Shows how far a command is: on a terminal one line that changes, elsewhere a line now and then. */
export function progressLine(): { show(step: string, progress: string): void; end(): void } {
  const isTerminal = process.stdout.isTTY;
  let last = { step: '', at: isTerminal ? 0 : performance.now() };
  return {
    show(step, progress) {
      const isSoon = performance.now() - last.at < (isTerminal ? PAUSE_MILLISECONDS : LINE_MILLISECONDS);
      if (isSoon && (!isTerminal || step === last.step)) return;
      last = { step, at: performance.now() };
      process.stdout.write(isTerminal ? `\r\u001b[K${step}: ${progress}` : `${step}\n`);
    },
    end() {
      if (isTerminal && last.step !== '') process.stdout.write('\n');
    },
  };
}
