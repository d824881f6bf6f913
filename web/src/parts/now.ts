// The time, for what changes on the screen as it passes.
import { useEffect, useState } from 'preact/hooks';

/** On the scale of performance.now(), told every `tick` milliseconds while it is wanted. */
export function useNow(isWanted: boolean, tick: number): number {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    setNow(performance.now());
    if (!isWanted) return undefined;
    const timer = setInterval(() => setNow(performance.now()), tick);
    return () => clearInterval(timer);
  }, [isWanted]);
  return now;
}
