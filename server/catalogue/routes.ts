import { listCustomers, listDocuments } from '#contract/catalogue.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import type { CatalogueLists } from './lists.ts';
import { encodingFor, sendList, versionOf } from '../http/send-list.ts';

export function catalogueRoutes(app: App, lists: CatalogueLists): void {
  app.route({
    ...callRoute(listCustomers, 'All customers'),
    config: { access: 'EGD_LIB' },
    handler: async (request, reply) => {
      const list = await lists.customers(encodingFor(request), versionOf(request));
      return sendList(request, reply, list);
    },
  });

  app.route({
    ...callRoute(listDocuments, "A customer's documents", [400]),
    config: { access: 'EGD_LIB' },
    handler: async (request, reply) => {
      const { customer } = request.query;
      const list = await lists.documents(customer, encodingFor(request), versionOf(request));
      return sendList(request, reply, list);
    },
  });
}
