import fc from 'fast-check';
import type { Schema } from './largest-value.ts';

type Bounded = Schema & { minItems?: number; minLength?: number; minimum?: number };

/** Values that a schema of ours allows; texts of any letters, controls and halves of pairs among them. */
export function anyValue(schema: Schema): fc.Arbitrary<unknown> {
  const { const: only, enum: some, anyOf, patternProperties, properties = {}, type } = schema;
  const { items, minItems = 0, maxItems = 3, minLength = 0, maxLength = 40 } = schema as Bounded;
  const { minimum, maximum = Number.MAX_SAFE_INTEGER } = schema as Bounded;
  if (only !== undefined) return fc.constant(only);
  if (some !== undefined) return fc.constantFrom(...(some as unknown[]));
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => anyValue(one)));
  if (patternProperties !== undefined) {
    const [value = {}] = Object.values(patternProperties);
    return fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 8 }), anyValue(value));
  }
  if (type === 'object') {
    const values = Object.entries(properties).map(([name, of]) => [name, anyValue(of)]);
    const { required = [] } = schema as { required?: string[] };
    return fc.record(Object.fromEntries(values), { requiredKeys: required as never[] });
  }
  if (Array.isArray(items)) return fc.tuple(...items.map((one) => anyValue(one)));
  if (type === 'array') {
    const limits = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) };
    return fc.array(anyValue(items ?? {}), limits);
  }
  if (type === 'string') {
    if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
    const limits = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) };
    return fc.oneof(fc.string({ unit: 'binary', ...limits }), anyUnits(limits));
  }
  if (type === 'integer')
    return fc.oneof(
      fc.constantFrom(0, 1, 2),
      fc.integer({ min: minimum ?? 0, max: Math.min(maximum, 2 ** 31 - 1) }),
      fc.maxSafeInteger(),
    );
  if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true });
  if (type === 'boolean') return fc.boolean();
  return fc.constant(null);
}

/** Any UTF-16, which need be no text. */
function anyUnits({ minLength, maxLength }: { minLength: number; maxLength: number }) {
  return fc
    .array(fc.integer({ min: 0, max: 0xffff }), { minLength, maxLength })
    .map((units) => String.fromCharCode(...units));
}
