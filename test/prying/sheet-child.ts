import { tryAll } from './attempts.ts';

// Stands in for the process that reads spreadsheets.

process.send?.({ sheet: '' });
process.send?.({ rows: await tryAll() });
process.send?.({ fault: null }, undefined, {}, () => process.exit(0));
