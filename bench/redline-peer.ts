import { diffArrays } from 'diff';
import { diff } from 'fast-myers-diff';
import { redlineCases } from './redline-texts.ts';

// One library compares the words of one case, in a process of its own that redline.ts ends when it takes
// too long. Prints its milliseconds of processor time.

const [peer, name] = process.argv.slice(2);
const found = redlineCases().find((one) => one.name === name);
if (found === undefined) throw new Error(`There is no case "${name}".`);
const begun = process.cpuUsage();
if (peer === 'diff') diffArrays(found.from, found.to);
else for (const _ of diff(found.from, found.to));
const { user, system } = process.cpuUsage(begun);
console.log((user + system) / 1000);
