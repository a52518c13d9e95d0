-- Posts the lines of a file in turn and prints the results as JSON.
local prepared, last = {}, 0

function init(args)
  local headers = { ["Content-Type"] = "application/json" }
  for line in io.lines(args[1]) do
    prepared[#prepared + 1] = wrk.format("POST", nil, headers, line)
  end
end

function request()
  last = last % #prepared + 1
  return prepared[last]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"refused":%d,"lost":%d,"p99":%d}\n',
    summary.requests, summary.duration, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(99)
  ))
end
