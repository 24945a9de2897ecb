import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  caseStateNames,
  caseStates,
  caseVerdictNames,
  caseVerdicts,
} from '#contract/case-words.ts';
import { customersQuery } from '../../../api.ts';
import { FilterBar, FilterChoice, FilterInput } from '../../../ui/filter-bar.tsx';
import type { Summary } from '../cases-api.ts';
import type { CaseParams } from './case-filter.ts';

type Props = {
  params: CaseParams;
  summary: Summary | undefined;
  onChange: (params: CaseParams) => void;
  /** What can be done with what is listed. */
  children: ReactNode;
};

/** Which cases are listed: of which number, whose, of which customer, how far, with which verdict, received when. */
export function CaseFilters({ params, summary, onChange, children }: Props) {
  const customers = useQuery(customersQuery()).data ?? [];
  const set = (name: keyof CaseParams) => (value: string) => onChange({ ...params, [name]: value });
  const { number, customer, owner, state, verdict, from, to } = params;
  const { tab: _tab, ...filters } = params;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <FilterBar
      name="Filter the cases"
      isFiltered={isFiltered}
      onClear={() => onChange({ ...noFilter, tab: params.tab })}
    >
      <FilterInput label="Standard number" type="text" value={number} onChange={set('number')} />
      <FilterChoice label="Customer" value={customer} onChange={set('customer')}>
        {withChosen(
          customers.map((one) => one.customer),
          customer,
        ).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </FilterChoice>
      <FilterChoice label="Owner" value={owner} onChange={set('owner')}>
        {withChosen(summary?.people ?? [], owner).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </FilterChoice>
      <FilterChoice label="State" value={state} onChange={set('state')}>
        {caseStates.map((one) => (
          <option key={one} value={one}>
            {caseStateNames[one]}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice label="Verdict" value={verdict} onChange={set('verdict')}>
        {caseVerdicts.map((one) => (
          <option key={one} value={one}>
            {caseVerdictNames[one]}
          </option>
        ))}
      </FilterChoice>
      <FilterInput label="Received from" type="date" value={from} onChange={set('from')} />
      <FilterInput label="Received to" type="date" value={to} onChange={set('to')} />
      {children}
    </FilterBar>
  );
}

const noFilter = { number: '', customer: '', owner: '', state: '', verdict: '', from: '', to: '' };

/** What the address names stays a choice while the list is loaded, and if it is not in it. */
function withChosen(names: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
}
