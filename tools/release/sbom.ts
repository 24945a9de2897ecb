import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type License = { license: { id: string } } | { expression: string };
type Component = {
  'bom-ref': string;
  name: string;
  properties?: unknown;
  scope?: string;
  licenses?: License[];
  hashes?: { alg: string; content: string }[];
};
type Bom = {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};
type Shipped = ReadonlyMap<string, { version: string }>;
/** The Node that is shipped: its version, and its program. */
export type Runtime = { version: string; file: string };

/**
 * Writes the list of what is shipped, as CycloneDX: the packages of the server, those that the web application
 * is built of, and Node itself, each with its licence and hash. What only builds or tests it is not in it.
 */
export function writeSbom(root: string, file: string, shipped: Shipped, node: Runtime): void {
  const bom = listAll(root);
  const places = new Map(
    [...shipped].map(([at, { version }]) => [`${at.split('node_modules/').at(-1)}@${version}`, at]),
  );
  const refs = new Set(places.keys());
  // npm calls what the web application is built of development: here it is what is shipped.
  const components = bom.components
    .filter((one) => refs.has(one['bom-ref']))
    .map(({ properties: _, ...one }) => ({
      ...one,
      scope: 'required',
      licenses: one.licenses ?? licenseIn(path.join(root, places.get(one['bom-ref']) ?? '')),
    }));
  const { component } = bom.metadata;
  const own = component['bom-ref'];
  const runtime = {
    'bom-ref': `node@${node.version}`,
    type: 'application',
    name: 'node',
    version: node.version,
    purl: `pkg:generic/node@${node.version}`,
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-256', content: hashOf(node.file) }],
  };
  const added = [runtime, ...atomicBeside(node.file)];
  const dependencies = bom.dependencies
    .filter(({ ref }) => ref === own || refs.has(ref))
    .map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: [
        ...dependsOn.filter((on) => refs.has(on)),
        ...(ref === own ? added.map((one) => one['bom-ref']) : []),
      ],
    }));
  const name = own.split('@')[0];
  const metadata = { ...bom.metadata, component: { ...component, name, type: 'application' } };
  const shippedParts = [...components, ...added];
  requireComplete(shippedParts);
  const whole = { ...bom, metadata, components: shippedParts, dependencies };
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`);
}

/** Debian's library that Node for Linux needs (tools/node/LICENSE.libatomic names the package). */
function atomicBeside(node: string): Component[] {
  const file = path.join(path.dirname(node), 'libatomic.so.1');
  if (!existsSync(file)) return [];
  const version = '12.2.0-14+deb12u1';
  const component = {
    'bom-ref': `libatomic1@${version}`,
    type: 'library',
    name: 'libatomic1',
    version,
    purl: `pkg:deb/debian/libatomic1@${encodeURIComponent(version)}`,
    licenses: [{ expression: 'GPL-3.0-or-later WITH GCC-exception-3.1' }],
    hashes: [{ alg: 'SHA-256', content: hashOf(file) }],
  };
  return [component];
}

/** The licence of a package whose package.json names none, by the first line of its text. */
function licenseIn(folder: string): License[] {
  const file = path.join(folder, 'LICENSE');
  const [title = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return /^(The )?MIT License/.test(title) ? [{ license: { id: 'MIT' } }] : [];
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function requireComplete(components: readonly Component[]): void {
  const lacking = components
    .filter(({ licenses = [], hashes = [] }) => licenses.length === 0 || hashes.length === 0)
    .map((one) => one['bom-ref']);
  if (lacking.length > 0) throw new Error(`No licence or hash is known of ${lacking.join(', ')}.`);
}

function listAll(root: string): Bom {
  const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
  const { status, stdout, stderr } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100e6,
  });
  if (status !== 0) throw new Error(`The packages could not be listed: ${stderr}`);
  return JSON.parse(stdout) as Bom; // as CycloneDX 1.5 says
}
