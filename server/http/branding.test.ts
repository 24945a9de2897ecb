import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startLibrary, temporaryFolder } from '../../test/harness.ts';

test('the company’s name, link and logo are settings that anyone may read', async () => {
  const logo = path.join(await temporaryFolder(onTestFinished), 'logo.svg');
  await writeFile(logo, '<svg xmlns="http://www.w3.org/2000/svg"><script>bad()</script></svg>');
  const library = await startLibrary(onTestFinished, {
    env: { COMPANY_NAME: 'Harbour Parts', COMPANY_URL: 'https://harbour.example', LOGO_FILE: logo },
  });
  const branding = await library.app.inject({ url: '/vue-egd-lib/api/branding' });
  expect(branding.json()).toEqual({
    company_name: 'Harbour Parts',
    company_url: 'https://harbour.example/',
    logo_url: '/vue-egd-lib/api/logo',
    sign_in_with: null,
  });
  const picture = await library.app.inject({ url: '/vue-egd-lib/api/logo' });
  expect(picture.headers['content-type']).toBe('image/svg+xml');
  expect(picture.headers['content-security-policy']).toContain('sandbox'); // its script never runs
});

test('without settings there is a name, and no logo', async () => {
  const library = await startLibrary(onTestFinished);
  const branding = await library.app.inject({ url: '/vue-egd-lib/api/branding' });
  expect(branding.json()).toEqual({
    company_name: 'EGD Library',
    company_url: null,
    logo_url: null,
    sign_in_with: null,
  });
  expect((await library.app.inject({ url: '/vue-egd-lib/api/logo' })).statusCode).toBe(404);
});

test('with a logo that is not a picture the server does not start, and says why', async () => {
  await expect(
    startLibrary(onTestFinished, { env: { LOGO_FILE: '/nowhere/logo.exe' } }),
  ).rejects.toThrow('LOGO_FILE must be one of .svg, .png, .jpg, .jpeg, .webp: /nowhere/logo.exe');
  await expect(
    startLibrary(onTestFinished, { env: { LOGO_FILE: '/nowhere/logo.png' } }),
  ).rejects.toThrow('LOGO_FILE cannot be read: /nowhere/logo.png');
});
