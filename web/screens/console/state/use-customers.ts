import { useSyncExternalStore } from 'react';
import type { ManagedCustomer } from '#contract/editing.ts';
import { useConsole } from './console-context.ts';

/** All customers of the library, by name. */
export function useCustomers(): readonly ManagedCustomer[] {
  const { data } = useConsole();
  return useSyncExternalStore(data.customers.subscribe, data.customersByName);
}
