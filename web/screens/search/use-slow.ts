import { useEffect, useState } from 'react';

const slowMs = 1500;

/** Whether one has been waiting for so long that something should say so. */
export function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(
    function noticeSlowness() {
      if (!isWaiting) return;
      const timer = setTimeout(setSlow, slowMs, true);
      return () => {
        clearTimeout(timer);
        setSlow(false);
      };
    },
    [isWaiting],
  );
  return isSlow;
}
