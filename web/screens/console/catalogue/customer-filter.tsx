import type { ManagedCustomer } from '#contract/editing.ts';
import { Combobox } from '../../../ui/combobox/combobox.tsx';
import { Highlighted } from '../../../ui/combobox/highlighted.tsx';
import styles from './customer-filter.module.css';
import { useCustomers } from '../state/use-customers.ts';

type Props = {
  value: ManagedCustomer | null;
  onChange: (customer: ManagedCustomer | null) => void;
};

/** Chooses the customer whose standard numbers are shown; null for all customers. */
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

const customerOptions = {
  noun: 'customer',
  labelOf: (option: ManagedCustomer) => option.customer,
  searchedIn: (option: ManagedCustomer) => [option.customer],
  keyOf: (option: ManagedCustomer) => String(option.id),
  isSame: (a: ManagedCustomer, b: ManagedCustomer) => a.id === b.id,
  drawOption: ({ customer, documents }: ManagedCustomer, marks: RegExp | null) => (
    <span className={styles.option}>
      <span>
        <Highlighted text={customer} marks={marks} />
      </span>
      <small>{documents.toLocaleString('en')}</small>
    </span>
  ),
};
