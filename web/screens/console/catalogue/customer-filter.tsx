import { useMemo, useSyncExternalStore } from 'react';
import type { ManagedCustomer } from '#contract/editing.ts';
import { Combobox } from '../../../ui/combobox/combobox.tsx';
import { Highlighted } from '../../../ui/combobox/highlighted.tsx';
import { useConsole } from '../console-context.ts';
import styles from './customer-filter.module.css';

type Props = {
  value: ManagedCustomer | null;
  onChange: (customer: ManagedCustomer | null) => void;
};

/** Whose standard numbers are shown; nobody chosen means everybody's. */
export function CustomerFilter({ value, onChange }: Props) {
  const customers = useCustomers();
  return (
    <div className={styles.filter}>
      <Combobox
        {...customerOptions}
        label="Show"
        placeholder="All customers"
        options={customers}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

/** Suggests the customers in every field with this list. */
export function CustomerSuggestions() {
  return (
    <datalist id="console-customers">
      {useCustomers().map(({ id, customer }) => (
        <option key={id}>{customer}</option>
      ))}
    </datalist>
  );
}

/** All customers by name. */
export function useCustomers(): readonly ManagedCustomer[] {
  const { customers } = useConsole().data;
  const shown = useSyncExternalStore(customers.subscribe, customers.snapshot);
  return useMemo(
    () =>
      // `shown` stands for what the store holds at this moment.
      [...(shown && customers.all())]
        .flatMap(({ saved }) => saved ?? [])
        .toSorted((a, b) => a.customer.localeCompare(b.customer)),
    [customers, shown],
  );
}

const customerOptions = {
  noun: 'customer',
  labelOf: (option: ManagedCustomer) => option.customer,
  searchedIn: (option: ManagedCustomer) => [option.customer],
  keyOf: (option: ManagedCustomer) => String(option.id),
  isSame: (a: ManagedCustomer, b: ManagedCustomer) => a.id === b.id,
  drawOption: ({ customer, documents }: ManagedCustomer, matcher: RegExp | null) => (
    <span className={styles.option}>
      <span>
        <Highlighted text={customer} matcher={matcher} />
      </span>
      <small>{documents.toLocaleString('en')}</small>
    </span>
  ),
};
