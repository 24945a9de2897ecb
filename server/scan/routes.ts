import { scanNow } from '#contract/scan.ts';
import type { Config } from '../config/config.ts';
import type { Library } from '../changes/change.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import type { ScanTrigger } from './scan-steps.ts';
import { scanStateOf } from './scan-state.ts';

type ScanRoutesDeps = { config: Config; library: Library; scans: ScanTrigger | null };

export function scanRoutes(app: App, { config, library, scans }: ScanRoutesDeps): void {
  app.route({
    config: { access: 'EGD_LIB_EDIT' },
    ...callRoute(scanNow, 'Scans the shared folder now'),
    handler: async () => {
      scans?.scanNow();
      return { scan: await scanStateOf(library.db, config, library.now()) };
    },
  });
}
