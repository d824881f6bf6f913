// Keeps the screen of a phone on while clocks run.
import { useEffect } from 'preact/hooks';

export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const release = () => void lock?.release().catch(() => {});
    const request = () => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock.request('screen').then(
        granted => {
          lock = granted;
          if (isOver) release();
        },
        () => {}, // low battery, or not allowed: then the screen goes dark as usual
      );
    };
    request();
    // The browser takes the lock away with every change to another tab.
    document.addEventListener('visibilitychange', request);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', request);
      release();
    };
  }, [isWanted]);
}
