import type { Sql } from 'postgres'
import type { Tracing } from '../platform/tracing/tracing.ts'

type Callback = (sql: Sql) => unknown
type Answer = { command?: string; count?: number | null; statement?: { string: string } }

/** Wraps `sql` so that queries within a traced request or batch become spans. Spans never contain values. */
export const tracedPostgres = <S extends Sql>(sql: S, tracing: Tracing): S =>
  new Proxy(sql, {
    apply: (target, self, words) => {
      const asked: unknown = Reflect.apply(target, self, words)
      return asked instanceof Promise ? tracedQuery(asked, tracing) : asked
    },
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name)
      if ((name !== 'begin' && name !== 'savepoint') || typeof found !== 'function') return found
      return (...given: unknown[]) =>
        found.apply(
          target,
          given.map(one =>
            typeof one === 'function' ? (tx: Sql) => (one as Callback)(tracedPostgres(tx, tracing)) : one,
          ),
        )
    },
  })

/** Part of another query it is never awaited, and so never a step. */
const tracedQuery = (query: Promise<Answer>, tracing: Tracing): Promise<Answer> => {
  const ask = query.then.bind(query)
  let asked: Promise<Answer> | undefined
  const once = () =>
    tracing.step(
      { name: 'PostgreSQL', kind: 'client', attributes: { 'db.system.name': 'postgresql' } },
      span =>
        new Promise<Answer>((resolve, reject) => {
          ask(answer => {
            const { statement, command = '', count } = answer
            span?.add({
              'db.operation.name': command,
              'db.query.text': statement?.string.replaceAll(/\s+/g, ' ').trim() ?? '',
              'db.response.returned_rows': count ?? 0,
            })
            resolve(answer)
          }, reject)
        }),
    )
  const then: Promise<Answer>['then'] = (done, failed) => {
    asked ??= once()
    return asked.then(done, failed)
  }
  // The driver runs a query when it is awaited, and the span begins then.
  return Object.assign(query, { then })
}
