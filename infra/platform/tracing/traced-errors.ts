/** Associates an error with its trace, so a later log line can name the trace. */
const traces = new WeakMap<object, string>()

export const noteTrace = (error: unknown, traceId: string): void => {
  if (typeof error === 'object' && error !== null) traces.set(error, traceId)
}

/** Includes `trace_id` if the error occurred in a sampled trace. */
export const errorLine = (error: unknown): { err: unknown; trace_id?: string } => {
  const trace_id = typeof error === 'object' && error !== null ? traces.get(error) : undefined
  return trace_id === undefined ? { err: error } : { err: error, trace_id }
}
