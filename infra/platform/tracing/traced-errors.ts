/** Remembers the trace in which an error happened, for the log line that reports the error later. */
const traces = new WeakMap<object, string>()

export const noteTrace = (error: unknown, traceId: string): void => {
  if (typeof error === 'object' && error !== null) traces.set(error, traceId)
}

/** To be logged; `trace_id` where it happened in a sampled trace. */
export const errorLine = (error: unknown): { err: unknown; trace_id?: string } => {
  const trace_id = typeof error === 'object' && error !== null ? traces.get(error) : undefined
  return trace_id === undefined ? { err: error } : { err: error, trace_id }
}
