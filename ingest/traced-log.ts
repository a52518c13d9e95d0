import type { Log } from '@firsttouch/infra/log/log'
import type { Tracing } from '@firsttouch/infra/platform/tracing/tracing'

/** Traces each append as a span of its request. A span for each write would need links to all its requests. */
export const tracedLog = (log: Pick<Log, 'append'>, tracing: Tracing): Pick<Log, 'append'> => ({
  append: entries =>
    tracing.step(
      {
        name: 'append to the log',
        kind: 'producer',
        attributes: { 'messaging.operation.type': 'send', 'messaging.batch.message_count': entries.length },
      },
      span => {
        if (!span) return log.append(entries)
        const headers = { traceparent: span.traceparent }
        return log.append(entries.map(entry => ({ ...entry, headers })))
      },
    ),
})
