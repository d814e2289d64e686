const PAUSE_MILLISECONDS = 200;

/** Shows how far a command is: on a terminal one line that changes, elsewhere a line for each new step. */
export function progressLine(): { show(step: string, progress: string): void; end(): void } {
  const isTerminal = process.stdout.isTTY;
  let last = { step: '', at: 0 };
  return {
    show(step, progress) {
      const isNew = step !== last.step;
      if (!isNew && (!isTerminal || performance.now() - last.at < PAUSE_MILLISECONDS)) return;
      last = { step, at: performance.now() };
      process.stdout.write(isTerminal ? `\r\u001b[K${step}: ${progress}` : `${step}\n`);
    },
    end() {
      if (isTerminal && last.step !== '') process.stdout.write('\n');
    },
  };
}
