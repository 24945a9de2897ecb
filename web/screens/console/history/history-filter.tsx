import type { ReactNode } from 'react';
import { auditActions } from '#contract/audit-actions.ts';
import { FilterBar, FilterChoice, FilterInput } from '../../../ui/filter-bar.tsx';
import { useCustomers } from '../state/use-customers.ts';
import { actionNames } from './audit-line.tsx';
import type { HistoryParam, HistoryParams } from './history-params.ts';

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
    <FilterBar
      name="Filter the history"
      isFiltered={isFiltered}
      onClear={() => onChange({ ...noParams })}
    >
      <FilterChoice label="Person" value={params.user} onChange={set('user')}>
        {people.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </FilterChoice>
      <FilterChoice label="Action" value={params.action} onChange={set('action')}>
        {auditActions.map((action) => (
          <option key={action} value={action}>
            {actionNames[action]}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice label="Customer" value={params.customer} onChange={set('customer')}>
        {customers.map(({ id, customer }) => (
          <option key={id} value={id}>
            {customer}
          </option>
        ))}
      </FilterChoice>
      <FilterInput
        label="Standard number"
        type="text"
        value={params.number}
        onChange={set('number')}
      />
      <FilterInput label="From" type="date" value={params.from} onChange={set('from')} />
      <FilterInput label="To" type="date" value={params.to} onChange={set('to')} />
      {children}
    </FilterBar>
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
