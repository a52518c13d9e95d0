import type { ClickHouseClient } from '@clickhouse/client'
import type { Span, Tracing } from '../platform/tracing/tracing.ts'

/** Wraps the client so that queries within a traced request or batch become spans. Spans never contain values. */
export const tracedClickHouse = (client: ClickHouseClient, tracing: Tracing): ClickHouseClient => {
  const step = <T>(name: string, about: string, work: (span?: Span) => Promise<T>): Promise<T> => {
    const attributes = {
      'db.system.name': 'clickhouse',
      'db.query.text': about.replaceAll(/\s+/g, ' ').trim(),
    }
    return tracing.step({ name: `ClickHouse ${name}`, kind: 'client', attributes }, work)
  }
  const traced: Pick<ClickHouseClient, 'command' | 'insert'> & { query: unknown } = {
    query: (asked: Parameters<ClickHouseClient['query']>[0]) =>
      step('query', asked.query, () => client.query(asked)),
    command: asked => step('command', asked.query, () => client.command(asked)),
    insert: given =>
      step('insert', `INSERT INTO ${given.table}`, span => {
        if (Array.isArray(given.values)) span?.add({ 'db.operation.batch.size': given.values.length })
        return client.insert(given)
      }),
  }
  return Object.assign(Object.create(client), traced)
}
