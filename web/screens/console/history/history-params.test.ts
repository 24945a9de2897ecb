import { expect, test } from 'vitest';
import { addressOf, filterOf, paramsOf } from './history-params.ts';

test('the address of a filtered history is the filter that the server is asked for', () => {
  const params = paramsOf(
    new URLSearchParams(
      'user=anna&action=deleted&customer=7&number= AM-1 &from=2026-11-14&to=2026-11-14',
    ),
  );
  expect(filterOf(params)).toEqual({
    user: 'anna',
    action: 'deleted',
    customer_id: '7',
    doc_num: 'AM-1',
    from: new Date(2026, 10, 14).toISOString(),
    to: new Date(2026, 10, 15).toISOString(), // the day is in it
  });
  expect(addressOf(params)).toMatchObject({ user: 'anna', from: '2026-11-14' });
});

test('what makes no sense in an address is left out', () => {
  const params = paramsOf(
    new URLSearchParams('action=frobnicated&customer=x&from=yesterday&user='),
  );
  expect(filterOf(params)).toEqual({});
  expect(addressOf(paramsOf(new URLSearchParams('')))).toEqual({});
});
