import { type ReactNode, useId } from 'react';
import { FilterX } from 'lucide-react';
import { auditActions } from '#contract/audit-actions.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { useCustomers } from '../state/use-customers.ts';
import form from '../form.module.css';
import { actionNames } from './audit-line.tsx';
import type { HistoryParam, HistoryParams } from './history-params.ts';
import styles from './history-filter.module.css';

type Props = {
  params: HistoryParams;
  people: readonly string[];
  onChange: (params: HistoryParams) => void;
  /** What can be done with what is shown. */
  children: ReactNode;
};

/** Which changes are shown: whose, what, when, of which customer, of which number. */
export function HistoryFilterBar({ params, people, onChange, children }: Props) {
  const customers = useCustomers();
  const set = (name: HistoryParam) => (value: string) => onChange({ ...params, [name]: value });
  const isFiltered = Object.values(params).some((value) => value !== '');
  return (
    <search className={styles.filter} aria-label="Filter the history">
      <Choice label="Person" value={params.user} onChange={set('user')}>
        {people.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <Choice label="Action" value={params.action} onChange={set('action')}>
        {auditActions.map((action) => (
          <option key={action} value={action}>
            {actionNames[action]}
          </option>
        ))}
      </Choice>
      <Choice label="Customer" value={params.customer} onChange={set('customer')}>
        {customers.map(({ id, customer }) => (
          <option key={id} value={id}>
            {customer}
          </option>
        ))}
      </Choice>
      <Input label="Standard number" type="text" value={params.number} onChange={set('number')} />
      <Input label="From" type="date" value={params.from} onChange={set('from')} />
      <Input label="To" type="date" value={params.to} onChange={set('to')} />
      {children}
      {isFiltered && (
        <IconButton onClick={() => onChange({ ...noParams })}>
          <FilterX size="1rem" aria-hidden />
          Clear all filters
        </IconButton>
      )}
    </search>
  );
}

const noParams: HistoryParams = {
  user: '',
  action: '',
  customer: '',
  number: '',
  from: '',
  to: '',
};

type FieldProps = { label: string; value: string; onChange: (value: string) => void };

function Choice({ label, value, onChange, children }: FieldProps & { children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={form.select}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">All</option>
        {children}
      </select>
    </div>
  );
}

function Input({ label, type, value, onChange }: FieldProps & { type: 'text' | 'date' }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        className={form.input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
