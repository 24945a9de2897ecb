import { undoChange } from '#contract/audit.ts';
import { authorOf } from '../auth/guard.ts';
import type { Library } from '../changes/change.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { performUndo } from './undo.ts';

// The lines that a librarian chose, as numbers in JSON.
const largestChoice = 1024 * 1024;

type Deps = { library: Library; folder: SharedFolder; runner: JobRunner; onUndone: () => void };

export function undoRoutes(app: App, { library, folder, runner, onUndone }: Deps): void {
  app.route({
    ...callRoute(undoChange, 'Undoes a change, as a new change', [404, 409, 413]),
    config: { access: 'EGD_LIB_EDIT' },
    bodyLimit: largestChoice,
    handler: async (request) => {
      const wanted = { ...request.body, author: authorOf(request) };
      await runner.endFailed();
      const answer = await performUndo(library, folder, wanted, (job) => {
        runner.run(job, null).catch((error: unknown) => {
          request.log.warn({ err: error, job: job.id }, 'undo failed');
        });
      });
      if (answer.change_id !== null) onUndone();
      return answer;
    },
  });
}
