import { useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';

type Kind<Params> = {
  read: (address: URLSearchParams) => Params;
  write: (params: Params) => Record<string, string>;
};

/** The filter of a list, which is in the address. */
export function useAddressParams<Params>({ read, write }: Kind<Params>) {
  const [address, setAddress] = useSearchParams();
  // The address follows once the session is checked: what is chosen meanwhile must not be lost.
  const [params, setParams] = useState(() => read(address));
  const [lastAddress, setLastAddress] = useState(address);
  const isOurs = useNavigationType() === NavigationType.Replace;
  if (address !== lastAddress) {
    setLastAddress(address);
    if (!isOurs) setParams(read(address));
  }
  function change(next: Params): void {
    setParams(next);
    setAddress(write(next), { replace: true });
  }
  return [params, change] as const;
}
