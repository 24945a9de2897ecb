import { useCustomers } from './use-customers.ts';

/** The `list` of an input that suggests customers. */
export const customerListId = 'console-customers';

export function CustomerSuggestions() {
  return (
    <datalist id={customerListId}>
      {useCustomers().map(({ id, customer }) => (
        <option key={id}>{customer}</option>
      ))}
    </datalist>
  );
}
