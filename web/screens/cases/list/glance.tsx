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
        {median_days !== null && (
          <div>
            <dt>Median time to review, last 12 months</dt>
            <dd>{inDays(median_days)}</dd>
          </div>
        )}
      </dl>
      <Customers months={months} by_customer={by_customer} />
    </section>
  );
}

/** A signed review on the day the clock started took no day. */
function inDays(days: number): string {
  if (days === 0) return 'Same day';
  return `${days.toLocaleString('en-GB')} ${days === 1 ? 'day' : 'days'}`;
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

/** Open reviews and those on time, by customer and month. Each number leads to its list; what has none is left out. */
function Customers({ months, by_customer }: Pick<Summary, 'months' | 'by_customer'>) {
  const [all, setAll] = useState(false);
  const isEmpty = ({ on_time, late }: Month) => on_time + late === 0;
  const known = by_customer.filter(({ open, months: cells }) => open > 0 || !cells.every(isEmpty));
  const shown = months.filter((_, at) =>
    known.some(({ months: cells }) => cells[at] !== undefined && !isEmpty(cells[at])),
  );
  const hasLate = known.some(({ late }) => late > 0);
  const rows = all ? known : known.slice(0, fewCustomers);
  if (rows.length === 0) return null;
  return (
    <div className={styles.customers}>
      <table className={styles.table}>
        <caption>
          {shown.length > 0
            ? 'Reviews in time, by the month in which they were due'
            : 'Open reviews by customer'}
        </caption>
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">Open</th>
            {hasLate && <th scope="col">Late now</th>}
            {shown.map((month) => (
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
              {hasLate && (
                <td>
                  <Count value={late} of={{ tab: 'late', customer }} isBad />
                </td>
              )}
              {cells.map(
                (cell) =>
                  shown.includes(cell.month) && (
                    <td key={cell.month}>
                      {!isEmpty(cell) && <OfMonth customer={customer} cell={cell} />}
                    </td>
                  ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < known.length && (
        <Button onClick={() => setAll(true)}>Show all {known.length} customers</Button>
      )}
    </div>
  );
}

type Month = Summary['by_customer'][number]['months'][number];

function OfMonth({ customer, cell: { month, on_time, late } }: { customer: string; cell: Month }) {
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
