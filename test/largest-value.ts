/** The parts of a JSON schema that our calls use. */
export type Schema = {
  type?: string;
  anyOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  /** Several are a tuple. */
  items?: Schema | Schema[];
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
  maximum?: number;
};

/** What texts are made of, and how much there is at most where the schema allows more. */
export type Filling = {
  /** What every text begins with, so that no two requests are the same. */
  begin: string;
  characters: string;
  textLength: number;
  items: number;
  /** Values of properties, by their names, which count more than the schema. */
  known?: Record<string, unknown>;
};

/** The largest value that a schema allows, within the filling; `at` counts the items of a list. */
export function largestValue(schema: Schema, filling: Filling, at = 1): unknown {
  const valueOf = (of: Schema, place = at) => largestValue(of, filling, place);
  const places = () => {
    const length = Math.min(schema.maxItems ?? filling.items, filling.items);
    return Array.from({ length }, (_, place) => place + 1);
  };
  const { const: only, enum: some, anyOf, patternProperties, properties = {}, items = {} } = schema;
  if (only !== undefined) return only;
  if (some !== undefined) return some.at(-1);
  if (anyOf !== undefined) return anyOf.map((one) => valueOf(one)).reduce(longer);
  if (patternProperties !== undefined) {
    const [item = {}] = Object.values(patternProperties);
    return Object.fromEntries(places().map((place) => [`name ${place}`, valueOf(item, place)]));
  }
  if (schema.type === 'object') {
    const { known = {} } = filling;
    const values = Object.entries(properties).map(([name, of]) => [
      name,
      Object.hasOwn(known, name) ? known[name] : valueOf(of),
    ]);
    return Object.fromEntries(values);
  }
  if (Array.isArray(items)) return items.map((one) => valueOf(one));
  if (schema.type === 'array') return places().map((place) => valueOf(items, place));
  if (schema.type === 'string') return largestText(schema, filling, at);
  if (schema.type === 'boolean') return true;
  return schema.type === 'null' ? null : Math.min(schema.maximum ?? at, at);
}

function longer(a: unknown, b: unknown): unknown {
  return JSON.stringify(b).length > JSON.stringify(a).length ? b : a;
}

/** Every place has a text of its own, which ends as a PDF's name does. */
function largestText({ maxLength, pattern }: Schema, filling: Filling, at: number): string {
  if (pattern !== undefined) return textOfPattern(pattern, at);
  const length = Math.min(maxLength ?? filling.textLength, filling.textLength);
  const { begin, characters } = filling;
  const ending = `${at}.pdf`;
  const filled = begin + characters.repeat(Math.ceil(length / characters.length));
  return (filled.slice(0, Math.max(0, length - ending.length)) + ending).slice(0, length);
}

function textOfPattern(pattern: string, at: number): string {
  const examples = [
    String(at),
    '1',
    '2026-11-17',
    '2026-11-17T12:00:00.000Z',
    'doc_num,'.repeat(400),
    '00000000-0000-4000-8000-000000000000',
    Array(200).fill('00000000').join(), // ids of comments, shortened
    '#000000',
    '0'.repeat(64),
  ];
  const example = examples.find((text) => new RegExp(pattern).test(text));
  if (example === undefined) throw new Error(`No example fits ${pattern}: add one here.`);
  return example;
}
