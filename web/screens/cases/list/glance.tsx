import { Link } from 'react-router';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { Summary } from '../cases-api.ts';
import { addressOf, type CaseTab, paramsOf } from './case-filter.ts';
import styles from './glance.module.css';

/** How things are, at a glance: the figures, and a bar for each customer. */
export function Glance({ summary }: { summary: Summary }) {
  const { open, late, median_days, by_customer } = summary;
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
      {by_customer.length > 0 && <Customers rows={by_customer} />}
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

// More would push the list out of sight; the filter has all customers.
const mostCustomers = 6;

function Customers({ rows }: { rows: Summary['by_customer'] }) {
  const shown = rows.toSorted((a, b) => b.open - a.open).slice(0, mostCustomers);
  const most = Math.max(1, ...shown.map(({ open }) => open));
  const left = rows.length - shown.length;
  return (
    <div className={styles.customers}>
      <table className={styles.table}>
        <caption>Open by customer{left > 0 && `, ${left} more not shown`}</caption>
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">
              <VisuallyHidden>As a bar</VisuallyHidden>
            </th>
            <th scope="col">Open</th>
            <th scope="col">Late</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ customer, open, late }) => (
            <tr key={customer}>
              <th scope="row">
                <Link to={{ search: openOf(customer) }}>{customer}</Link>
              </th>
              <td>
                <Bar open={open / most} late={late / most} />
              </td>
              <td>{open.toLocaleString('en-GB')}</td>
              <td data-bad={late > 0}>{late.toLocaleString('en-GB')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function openOf(customer: string): string {
  const params = paramsOf(new URLSearchParams({ tab: 'open', customer }), 'open');
  return String(new URLSearchParams(addressOf(params)));
}

/** Late ones first; both as shares of the longest bar. The figures are beside it. */
function Bar({ open, late }: { open: number; late: number }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      <rect className={styles.open} width={open * 100} height="8" rx="1" />
      <rect className={styles.late} width={late * 100} height="8" rx="1" />
    </svg>
  );
}
