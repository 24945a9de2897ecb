import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readBranding } from '#contract/branding.ts';
import * as calls from '#contract/calls.ts';
import { LibraryError } from '#contract/errors.ts';
import type { App } from './app.ts';
import { callRoute } from './call-route.ts';
import { type Config, ConfigError } from '../config/config.ts';

const largestLogoBytes = 1024 * 1024;
const pictureTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** The company's name, link and logo: settings, so that changing them needs no build. */
export async function brandingRoutes(app: App, config: Config): Promise<void> {
  const logo = config.logoFile === null ? null : await readLogo(config.logoFile);
  const answer = {
    company_name: config.companyName,
    company_url: config.companyUrl,
    logo_url: logo === null ? null : calls.readLogo.url,
    sign_in_with: config.auth.oidc?.label ?? null,
  };
  app.route({
    ...callRoute(readBranding, 'Company name, link and logo'),
    config: { access: 'public' },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      return answer;
    },
  });
  app.get(
    calls.readLogo.url,
    { config: { access: 'public' }, schema: { hide: true } },
    async (_, reply) => {
      if (logo === null) throw new LibraryError('not_found', 'No logo is set.');
      // An SVG may contain script. It does not run in an image; this policy stops it when opened directly.
      reply.header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      );
      reply.header('cache-control', 'no-cache').header('content-type', logo.type);
      return reply.send(logo.bytes);
    },
  );
}

/** The logo file, or an error that says what is wrong with the setting. */
export async function readLogo(file: string): Promise<{ bytes: Buffer; type: string }> {
  const type = pictureTypes[path.extname(file).toLowerCase()];
  if (type === undefined) {
    throw new ConfigError([
      `LOGO_FILE must be one of ${Object.keys(pictureTypes).join(', ')}: ${file}`,
    ]);
  }
  const bytes = await readFile(file).catch(() => {
    throw new ConfigError([`LOGO_FILE cannot be read: ${file}`]);
  });
  if (bytes.length > largestLogoBytes) {
    throw new ConfigError([`LOGO_FILE is larger than 1 MB: ${file}`]);
  }
  return { bytes, type };
}
