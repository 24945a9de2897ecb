import { Type } from 'typebox';

/** An object of a request: other fields are refused. Every object that a request sends is made by this. */
export function Exact<const Of extends Type.TProperties>(
  properties: Of,
  options: { minProperties?: number } = {},
) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** An id, version or count of a request: no integer beyond what JavaScript holds exactly. */
export const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
