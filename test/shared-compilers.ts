import { createRequire } from 'node:module';
import type { FastifyServerOptions } from 'fastify';

// Every test has a server of its own, and each would compile the schemas of all routes anew: a third of
// a second of a processor. They are the same objects, so they are compiled once for all tests of a process.

type Factories = NonNullable<
  NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
>;

type Compile = (route: { schema?: unknown }) => unknown;
type Build = (...options: unknown[]) => Compile;

// Fastify's own compilers, as it would take them.
const fromFastify = createRequire(createRequire(import.meta.url).resolve('fastify'));
const newValidators: () => Build = fromFastify('@fastify/ajv-compiler');
const newSerializers: () => Build = fromFastify('@fastify/fast-json-stringify-compiler');

/** What is built compiles no schema twice. */
function once(build: Build): Build {
  const compiled = new WeakMap<object, unknown>();
  return (...options) => {
    const compile = build(...options);
    return (route) => {
      const { schema } = route;
      if (typeof schema !== 'object' || schema === null) return compile(route);
      const known = compiled.get(schema) ?? compile(route);
      compiled.set(schema, known);
      return known;
    };
  };
}

// What they are given and give is between Fastify and its compilers.
export const sharedCompilers = {
  buildValidator: once(newValidators()),
  buildSerializer: once(newSerializers()),
} as Factories;
