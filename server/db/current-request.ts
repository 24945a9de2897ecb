import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the current request. It is sent to PostgreSQL with statements, which shows it in its views and log. */
export const currentRequestId = new AsyncLocalStorage<string>();
