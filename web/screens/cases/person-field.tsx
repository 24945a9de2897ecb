import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { summaryQuery } from './cases-api.ts';
import form from '../form.module.css';

type Props = { label: string; value: string; onChange: (value: string) => void };

/** An account, with those offered who can work on cases. */
export function PersonField({ label, value, onChange }: Props) {
  const id = useId();
  const people = useQuery(summaryQuery()).data?.people ?? [];
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={form.input}
        list={`${id}-people`}
        maxLength={200}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={`${id}-people`}>
        {people.map(({ account, name }) => (
          <option key={account} value={account}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
