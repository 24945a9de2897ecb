import { listCustomers, listDocuments } from '#contract/catalogue.ts';
import { ErrorBody } from '#contract/errors.ts';
import type { App } from '../http/app.ts';
import type { CatalogueLists } from './lists.ts';
import { encodingFor, sendList, versionOf } from '../http/send-list.ts';

export function catalogueRoutes(app: App, lists: CatalogueLists): void {
  app.route({
    method: listCustomers.method,
    url: listCustomers.url,
    config: { access: 'EGD_LIB' },
    schema: { summary: 'All customers', response: { 200: listCustomers.response } },
    handler: async (request, reply) => {
      const list = await lists.customers(encodingFor(request), versionOf(request));
      return sendList(request, reply, list);
    },
  });

  app.route({
    method: listDocuments.method,
    url: listDocuments.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: "A customer's documents",
      querystring: listDocuments.query,
      response: { 200: listDocuments.response, 400: ErrorBody },
    },
    handler: async (request, reply) => {
      const { customer } = request.query;
      const list = await lists.documents(customer, encodingFor(request), versionOf(request));
      return sendList(request, reply, list);
    },
  });
}
