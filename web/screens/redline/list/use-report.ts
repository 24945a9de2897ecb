import { useState } from 'react';
import { ApiError } from '../../../api.ts';
import { download } from '../../../download.ts';
import { hideBusy, showBusy } from '../../../ui/feedback/toast.tsx';
import { reportAddress, type Sides } from '../redline-api.ts';

/** Makes and saves the report of a comparison; `fault` says why there is none. */
export function useReport(sides: Sides) {
  const [isMaking, setMaking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function make() {
    if (isMaking) return;
    setMaking(true);
    setFault(null);
    showBusy('Making the report…');
    try {
      await download(reportAddress(sides));
    } catch (error) {
      setFault(faultOf(error));
    }
    hideBusy();
    setMaking(false);
  }

  return { make, isMaking, fault };
}

function faultOf(error: unknown): string {
  return error instanceof ApiError
    ? `There is no report: ${error.message}`
    : 'There is no report: no connection to the server. Try again.';
}
