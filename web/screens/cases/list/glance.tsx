import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button/button.tsx';
import type { Summary } from '../cases-api.ts';
import type { CaseTab } from './case-filter.ts';
import styles from './glance.module.css';

/** How things are, at a glance: the figures, and what each customer's reviews took. */
export function Glance({ summary }: { summary: Summary }) {
  const { open, late, median_days, months, by_customer } = summary;
  return (
    <section className={styles.glance} aria-label="At a glance">
      <dl className={styles.figures}>
        <Figure name="Open" value={open} tab="open" />
        <Figure name="Late" value={late} tab="late" isBad={late > 0} />
        <div>
          <dt>Median days to review, last year</dt>
          <dd>{median_days === null ? '–' : median_days.toLocaleString('en-GB')}</dd>
        </div>
      </dl>
      {by_customer.length > 0 && <Customers months={months} by_customer={by_customer} />}
    </section>
  );
}

type FigureProps = { name: string; value: number; tab: CaseTab; isBad?: boolean };

function Figure({ name, value, tab, isBad = false }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-bad={isBad}>
        <Link to={`?tab=${tab}`}>{value.toLocaleString('en-GB')}</Link>
      </dd>
    </div>
  );
}

// More would push the list out of sight.
const fewCustomers = 6;

/** Reviews on time, by customer and month. Each number leads to its list. */
function Customers({ months, by_customer }: Pick<Summary, 'months' | 'by_customer'>) {
  const [all, setAll] = useState(false);
  const rows = all ? by_customer : by_customer.slice(0, fewCustomers);
  return (
    <div className={styles.customers}>
      <table className={styles.table}>
        <caption>Reviews in time, by the month in which they were due</caption>
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">Open</th>
            <th scope="col">Late now</th>
            {months.map((month) => (
              <th key={month} scope="col">
                {monthInWords(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ customer, open, late, months: cells }) => (
            <tr key={customer}>
              <th scope="row">{customer}</th>
              <td>
                <Count value={open} of={{ tab: 'open', customer }} />
              </td>
              <td>
                <Count value={late} of={{ tab: 'late', customer }} isBad />
              </td>
              {cells.map((cell) => (
                <td key={cell.month}>
                  <OfMonth customer={customer} cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < by_customer.length && (
        <Button onClick={() => setAll(true)}>Show all {by_customer.length} customers</Button>
      )}
    </div>
  );
}

type Month = Summary['by_customer'][number]['months'][number];

function OfMonth({ customer, cell: { month, on_time, late } }: { customer: string; cell: Month }) {
  if (on_time + late === 0) return null;
  const of = { tab: 'all', customer, from: `${month}-01`, to: lastDayOf(month) };
  return (
    <>
      <Count value={on_time} of={{ ...of, by: 'due', state: 'done', late: '0' }} />
      {late > 0 && (
        <>
          {', '}
          <Count
            value={late}
            of={{ ...of, by: 'late', state: 'not_superseded' }}
            isBad
            words=" late"
          />
        </>
      )}
    </>
  );
}

type CountProps = {
  value: number;
  of: Record<string, string>;
  isBad?: boolean;
  words?: string;
};

/** A number that leads to what it counts. */
function Count({ value, of, isBad = false, words = '' }: CountProps) {
  if (value === 0) return '0';
  return (
    <Link to={{ search: new URLSearchParams(of).toString() }} data-bad={isBad}>
      {value.toLocaleString('en-GB')}
      {words}
    </Link>
  );
}

function monthInWords(month: string): string {
  const day = new Date(`${month}-01T00:00:00Z`);
  return day.toLocaleDateString('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' });
}

function lastDayOf(month: string): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10);
}
