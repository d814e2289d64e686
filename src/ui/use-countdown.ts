import { useEffect, useState } from 'react';

/** Whole seconds until a moment (in ms since 1970), counting down; 0 when it is over or there is none. */
export function useCountdown(until: number | undefined): number {
  const [now, setNow] = useState(0);
  const isRunning = until !== undefined && until > now;
  useEffect(() => {
    if (!isRunning) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  // The time is unknown before the first tick, which follows at once.
  return isRunning && now > 0 ? Math.ceil((until - now) / 1000) : isRunning ? 1 : 0;
}

/** '42 s', '1:05 min'. */
export function countdownText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}
