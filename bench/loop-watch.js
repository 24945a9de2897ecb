// bench/server.ts loads this into the server with --import. When asked by a message, it measures how long the
// event loop is held; until then it costs nothing. It is not TypeScript, because stripping types takes memory,
// which would count as the server's.

let timer;
let longestMs = 0;

process.on('message', (message) => {
  if (message === 'watch') watch();
  if (message === 'report') report();
});
process.channel?.unref();

function watch() {
  longestMs = 0;
  let usedMs = threadMs();
  timer = setInterval(() => {
    const nowMs = threadMs();
    longestMs = Math.max(longestMs, nowMs - usedMs);
    usedMs = nowMs;
  }, 1).unref();
}

function report() {
  clearInterval(timer);
  process.send?.(longestMs);
}

// Processor time of this thread alone: what other threads and other programs use is not in it.
function threadMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
