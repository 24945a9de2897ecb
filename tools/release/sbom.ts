import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

type Component = { 'bom-ref': string; name: string; properties?: unknown; scope?: string };
type Bom = {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};
type Shipped = ReadonlyMap<string, { version: string }>;

/**
 * Writes the list of what is shipped, as CycloneDX: the packages of the server, those that the web application
 * is built of, and Node itself. What only builds or tests it is not in it.
 */
export function writeSbom(root: string, file: string, shipped: Shipped, node: string): void {
  const bom = listAll(root);
  const refs = new Set(
    [...shipped].map(([at, { version }]) => `${at.split('node_modules/').at(-1)}@${version}`),
  );
  // npm calls what the web application is built of development: here it is what is shipped.
  const components = bom.components
    .filter((one) => refs.has(one['bom-ref']))
    .map(({ properties: _, ...one }) => ({ ...one, scope: 'required' }));
  const { component } = bom.metadata;
  const own = component['bom-ref'];
  const runtime = {
    'bom-ref': `node@${node}`,
    type: 'application',
    name: 'node',
    version: node,
    purl: `pkg:generic/node@${node}`,
  };
  const dependencies = bom.dependencies
    .filter(({ ref }) => ref === own || refs.has(ref))
    .map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: [
        ...dependsOn.filter((on) => refs.has(on)),
        ...(ref === own ? [runtime['bom-ref']] : []),
      ],
    }));
  const name = own.split('@')[0];
  const metadata = { ...bom.metadata, component: { ...component, name, type: 'application' } };
  const whole = { ...bom, metadata, components: [...components, runtime], dependencies };
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`);
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
