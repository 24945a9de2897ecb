import { useId, useState } from 'react';
import type { ManagedCustomer } from '#contract/editing.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { formatCount } from '../format.ts';
import styles from '../../form.module.css';
import { useCustomers } from '../state/use-customers.ts';
import { useTouched } from './delete-many-dialog.tsx';
import type { DocumentsOfDeletedCustomer } from './use-delete.tsx';

type Props = {
  customer: ManagedCustomer;
  onDelete: (documents: DocumentsOfDeletedCustomer) => void;
  onClose: () => void;
};

/** Asks what happens to the documents of a customer that is deleted. */
export function DeleteCustomerDialog({ customer, onDelete, onClose }: Props) {
  const name = useId();
  const [action, setAction] = useState<'move' | 'delete'>('move');
  const others = useCustomers().filter(({ id }) => id !== customer.id);
  const [to, setTo] = useState<number | null>(others[0]?.id ?? null);
  const touched = useTouched({ narrowing: { customer_id: String(customer.id) } });
  const ready = action === 'delete' ? touched.rows !== null : to !== null;

  function confirm() {
    if (action === 'delete') onDelete({ action });
    else if (to !== null) onDelete({ action, to_id: to });
    onClose();
  }

  return (
    <Dialog
      title={`Delete ${customer.customer}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!ready} onClick={confirm}>
            Delete customer
          </Button>
        </>
      }
    >
      <p>
        It has {formatCount(customer.documents, 'standard number')}. What happens to{' '}
        {customer.documents === 1 ? 'it' : 'them'}?
      </p>
      <fieldset className={styles.choices}>
        <VisuallyHidden as="legend">The standard numbers of {customer.customer}</VisuallyHidden>
        <label>
          <input
            type="radio"
            name={name}
            checked={action === 'move'}
            disabled={others.length === 0}
            onChange={() => setAction('move')}
          />
          Move to another customer
        </label>
        <select
          aria-label="Move to"
          className={styles.select}
          disabled={action !== 'move'}
          value={to ?? ''}
          onChange={(event) => setTo(Number(event.target.value))}
        >
          {others.map(({ id, customer: other }) => (
            <option key={id} value={id}>
              {other}
            </option>
          ))}
        </select>
        <label>
          <input
            type="radio"
            name={name}
            checked={action === 'delete'}
            onChange={() => setAction('delete')}
          />
          Delete them too; their files stay in the folder
        </label>
      </fieldset>
      {action === 'delete' && <p>{touched.words}</p>}
    </Dialog>
  );
}
