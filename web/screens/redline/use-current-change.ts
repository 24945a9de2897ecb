import { useCallback, useEffect, useState } from 'react';
import { PageAddress } from '../main/page-address.ts';

/**
 * The change, or the line of a case, that is looked at, and a function that goes to another. The address
 * follows without a navigation, which would wait for the guard; where the address names one, that is it.
 */
export function useCurrentChange(
  name: 'change' | 'line',
  inAddress: number | null,
): [current: number | null, goTo: (id: number) => void] {
  const [current, setCurrent] = useState(inAddress);
  const [lastInAddress, setLastInAddress] = useState(inAddress);
  const [address] = useState(() => new PageAddress((id) => write(name, id)));
  if (inAddress !== lastInAddress) {
    setLastInAddress(inAddress);
    // Back to the list names none; there, the one that was looked at stays marked.
    if (inAddress !== null) setCurrent(inAddress);
  }

  useEffect(
    function cancelOnLeaving() {
      return () => address.cancel(); // the address is another page's by now
    },
    [address],
  );

  const goTo = useCallback(
    (id: number) => {
      setCurrent(id);
      address.set(id);
    },
    [address],
  );
  return [current, goTo];
}

function write(name: string, id: number): void {
  const url = new URL(window.location.href);
  url.searchParams.set(name, String(id));
  window.history.replaceState(window.history.state, '', url);
}
