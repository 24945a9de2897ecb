import { useRouteLoaderData } from 'react-router';
import { readBranding } from './api.ts';

type Brand = Awaited<ReturnType<typeof readBranding>>;

/** Branding is decoration: the page waits no longer than this for it. */
const brandLimitMs = 3000;

const plain: Brand = {
  company_name: 'EGD Library',
  company_url: null,
  logo_url: null,
  sign_in_with: null,
};

export async function loadBrand({ request }: { request: Request }): Promise<Brand> {
  try {
    return await readBranding(AbortSignal.any([request.signal, AbortSignal.timeout(brandLimitMs)]));
  } catch (error) {
    console.warn('Failed to fetch the branding', error);
    return plain;
  }
}

/** The company's name, link and logo, as the operator set them. */
export function useBrand(): Brand {
  return useRouteLoaderData<Brand>('root') ?? plain;
}
