import { type ReactNode, useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FilterX } from 'lucide-react';
import {
  caseStateNames,
  caseStates,
  caseVerdictNames,
  caseVerdicts,
} from '#contract/case-words.ts';
import { customersQuery } from '../../../api.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import type { Summary } from '../cases-api.ts';
import form from '../form.module.css';
import type { CaseParams } from './case-filter.ts';
import styles from './case-filters.module.css';

type Props = {
  params: CaseParams;
  summary: Summary | undefined;
  onChange: (params: CaseParams) => void;
  /** What can be done with what is listed. */
  children: ReactNode;
};

/** Which cases are listed: whose, of which customer, how far, with which verdict, received when. */
export function CaseFilters({ params, summary, onChange, children }: Props) {
  const customers = useQuery(customersQuery()).data ?? [];
  const set = (name: keyof CaseParams) => (value: string) => onChange({ ...params, [name]: value });
  const { customer, owner, state, verdict, from, to } = params;
  const isFiltered = [customer, owner, state, verdict, from, to].some((value) => value !== '');
  return (
    <search className={styles.filters} aria-label="Filter the cases">
      <Choice label="Customer" value={customer} onChange={set('customer')}>
        {withChosen(
          customers.map((one) => one.customer),
          customer,
        ).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <Choice label="Owner" value={owner} onChange={set('owner')}>
        {withChosen(summary?.people ?? [], owner).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <Choice label="State" value={state} onChange={set('state')}>
        {caseStates.map((one) => (
          <option key={one} value={one}>
            {caseStateNames[one]}
          </option>
        ))}
      </Choice>
      <Choice label="Verdict" value={verdict} onChange={set('verdict')}>
        {caseVerdicts.map((one) => (
          <option key={one} value={one}>
            {caseVerdictNames[one]}
          </option>
        ))}
      </Choice>
      <DayInput label="Received from" value={from} onChange={set('from')} />
      <DayInput label="Received to" value={to} onChange={set('to')} />
      {children}
      {isFiltered && (
        <IconButton onClick={() => onChange({ ...noFilter, tab: params.tab })}>
          <FilterX size="1rem" aria-hidden />
          Clear all filters
        </IconButton>
      )}
    </search>
  );
}

const noFilter = { customer: '', owner: '', state: '', verdict: '', from: '', to: '' };

/** What the address names stays a choice while the list is loaded, and if it is not in it. */
function withChosen(names: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
}

type FieldProps = { label: string; value: string; onChange: (value: string) => void };

function Choice({ label, value, onChange, children }: FieldProps & { children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={form.input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">All</option>
        {children}
      </select>
    </div>
  );
}

function DayInput({ label, value, onChange }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className={form.input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
