import { mostLettersOfNarrowing } from '#contract/calls.ts';
import { statusNames, verdictNames } from '#contract/cell-texts.ts';

// A library that is too large for a browser is narrowed first, by what is in the address.

/** What the address says; empty where it does not narrow. */
export type NarrowingParams = { customer: string; code: string; text: string };

export const nothingNarrowed: NarrowingParams = { customer: '', code: '', text: '' };

/** What the server is asked for: at least one of its parameters. */
export type Narrowing = Record<string, string>;

export const documentParams = paramsNamed('status', statusNames);
export const fileParams = paramsNamed('verdict', verdictNames);

/** How an address has it: a status of standard numbers, or a verdict on files. */
function paramsNamed(codeName: 'status' | 'verdict', codes: object) {
  return {
    read: (address: URLSearchParams): NarrowingParams => {
      const [customer, code] = [address.get('customer') ?? '', address.get(codeName) ?? ''];
      return {
        customer: /^\d{1,15}$/.test(customer) ? customer : '',
        code: Object.hasOwn(codes, code) ? code : '',
        text: (address.get('text') ?? '').slice(0, mostLettersOfNarrowing),
      };
    },
    write: ({ customer, code, text }: NarrowingParams) =>
      withoutEmpty({ customer, [codeName]: code, text }),
    /** Null while nothing narrows. */
    narrowing: ({ customer, code, text }: NarrowingParams): Narrowing | null => {
      const asked = withoutEmpty({ customer_id: customer, [codeName]: code, text: text.trim() });
      return Object.keys(asked).length === 0 ? null : asked;
    },
  };
}

function withoutEmpty(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}
