-- Sends the requests of a file in turn; each line is a path and, if wanted, a range.
-- Prints the results as one line of JSON.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local path, range = line:match("^(%S+)%s*(%S*)$")
    local headers = {}
    for name, value in pairs(wrk.headers) do headers[name] = value end
    if range ~= "" then headers["Range"] = range end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"requests":%d,"seconds":%.6f,"bytes":%d,"failed":%d,"p50Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests, summary.duration / 1e6, summary.bytes,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
