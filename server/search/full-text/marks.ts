/** Words of a document's number, of its description, and those that are frequent in it. */
export const inNumber = '#';
export const inTitle = '=';
export const often = '^';

/** What answers are filtered by, as words of the index. */
export const customerWord = (customer_id: number) => `@c${customer_id}`;
export const latestWord = '@n';

/** A language is free text; as hexadecimal digits it is one word. */
export const languageWord = (language: string) =>
  `@l${Buffer.from(language, 'utf8').toString('hex')}`;
