import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  caseStateGroupNames,
  caseStateNames,
  caseVerdictNames,
  caseVerdicts,
} from '#contract/case-words.ts';
import { customersQuery } from '../../../api.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FilterBar, FilterChoice, FilterInput } from '../../../ui/filter-bar.tsx';
import type { Summary } from '../cases-api.ts';
import { type CaseParams, paramsOf, stateChoices } from './case-filter.ts';
import styles from './cases.module.css';

type Props = {
  params: CaseParams;
  summary: Summary | undefined;
  onChange: (params: CaseParams) => void;
  /** Folded with them on a phone. */
  children: ReactNode;
};

/** Which cases are listed: of which number, whose, of which customer, how far, with which verdict, in time, and when. */
export function CaseFilters({ params, summary, onChange, children }: Props) {
  const customers = useQuery(customersQuery()).data ?? [];
  const set = (name: keyof CaseParams) => (value: string) => onChange({ ...params, [name]: value });
  const { customer } = params;
  const { tab: _tab, ...filters } = params;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const [isOpen, setOpen] = useState(isFiltered);
  return (
    <div className={styles.filters} data-open={isOpen}>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters and reports
      </Button>
      <FilterBar
        name="Filter the cases"
        isFiltered={isFiltered}
        onClear={() => onChange(paramsOf(new URLSearchParams(), params.tab))}
      >
        <FilterChoice label="Customer" value={customer} onChange={set('customer')}>
          {withChosen(
            customers.map((one) => one.customer),
            customer,
          ).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </FilterChoice>
        {params.tab !== 'without' && <CaseChoices params={params} summary={summary} set={set} />}
        {children}
      </FilterBar>
    </div>
  );
}

type ChoicesProps = Pick<Props, 'params' | 'summary'> & {
  set: (name: keyof CaseParams) => (value: string) => void;
};

function CaseChoices({ params, summary, set }: ChoicesProps) {
  const { number, owner, state, verdict, late, by, from, to } = params;
  const names = new Map(summary?.people.map(({ account, name }) => [account, name]));
  return (
    <>
      <FilterInput label="Standard number" type="text" value={number} onChange={set('number')} />
      <FilterChoice label="Owner" value={owner} onChange={set('owner')}>
        {withChosen([...names.keys()], owner).map((account) => (
          <option key={account} value={account}>
            {names.get(account) ?? account}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice label="State" value={state} onChange={set('state')}>
        {stateChoices.map((one) => (
          <option key={one} value={one}>
            {{ ...caseStateNames, ...caseStateGroupNames }[one]}
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
      <FilterChoice label="On time" value={late} onChange={set('late')}>
        <option value="0">Never late</option>
        <option value="1">Late, now or once</option>
      </FilterChoice>
      <FilterChoice label="Day" all="Received" value={by} onChange={set('by')}>
        <option value="due">Due</option>
        <option value="late">Late since</option>
        <option value="reviewed">Reviewed</option>
      </FilterChoice>
      <FilterInput label="From" type="date" value={from} onChange={set('from')} />
      <FilterInput label="To" type="date" value={to} onChange={set('to')} />
    </>
  );
}

/** What the address names stays a choice while the list is loaded, and if it is not in it. */
function withChosen(names: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
}
