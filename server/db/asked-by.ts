import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the request for which statements are made: PostgreSQL tells it where it tells of them. */
export const askedBy = new AsyncLocalStorage<string>();
