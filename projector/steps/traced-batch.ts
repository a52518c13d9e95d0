import type { LogRecord } from '@firsttouch/infra/log/log'
import type { Span, Tracing } from '@firsttouch/infra/platform/tracing/tracing'

type Project = (records: LogRecord[], span?: Span) => Promise<void>

/** Traces a batch if one of its entries comes from a traced request. */
export const tracedBatch =
  (project: Project, tracing: Tracing, group: string): Project =>
  records => {
    const parents = records.flatMap(({ headers }) => (headers ? [headers.traceparent] : []))
    if (parents.length === 0) return project(records)
    const attributes = {
      'messaging.operation.type': 'process',
      'messaging.consumer.group.name': group,
      'messaging.batch.message_count': records.length,
      'firsttouch.offsets': offsetsOf(records),
    }
    const work = (span?: Span) => project(records, span)
    return tracing.batch({ name: 'project a batch', kind: 'consumer', attributes }, parents, work)
  }

/** Returns `partition:first-last` for each partition. */
const offsetsOf = (records: LogRecord[]): string[] =>
  [...Map.groupBy(records, ({ partition }) => partition)].map(([partition, own]) => {
    const offsets = own.map(({ offset }) => offset)
    return `${partition}:${Math.min(...offsets)}-${Math.max(...offsets)}`
  })
