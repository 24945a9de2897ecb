// The benches load this into the server with --import. When asked by a message, it measures how
// long the event loop is held; until then it costs nothing. It is not TypeScript, because stripping
// types takes memory, which would count as the server's.
import { PerformanceObserver } from 'node:perf_hooks';

const everyMs = 1;

let timer;
let longest = { delayMs: 0, holdMs: 0, collectionMs: 0 };

const collections = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) {
    longest.collectionMs = Math.max(longest.collectionMs, duration);
  }
});

if (process.send !== undefined) {
  process.on('message', (message) => {
    if (message === 'watch') watch();
    if (message === 'report') process.send?.(report());
  });
  process.channel?.unref();
}

function watch() {
  clearInterval(timer);
  longest = { delayMs: 0, holdMs: 0, collectionMs: 0 };
  collections.observe({ entryTypes: ['gc'] });
  let [turnMs, usedMs] = [performance.now(), threadMs()];
  timer = setInterval(() => {
    const [nowMs, nowUsedMs] = [performance.now(), threadMs()];
    longest.delayMs = Math.max(longest.delayMs, nowMs - turnMs);
    longest.holdMs = Math.max(longest.holdMs, nowUsedMs - usedMs);
    [turnMs, usedMs] = [nowMs, nowUsedMs];
  }, everyMs).unref();
}

function report() {
  clearInterval(timer);
  collections.disconnect();
  return longest;
}

// Processor time of this thread alone: what other threads and other programs use is not in it.
function threadMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
