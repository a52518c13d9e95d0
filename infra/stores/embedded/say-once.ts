/**
 * To the embedded engine every setting of a call is a statement of its own, of a third of a millisecond, and it stays for the
 * session. So what is always given alike is said until it was heard, and then no more.
 */
import type { ClickHouseSettings } from '@clickhouse/client'

type Asked = { clickhouse_settings?: ClickHouseSettings }
type Call = (asked: Asked) => Promise<unknown>
type Connection = Record<'query' | 'command' | 'insert' | 'exec', Call>

/** The connection; whoever gives a setting of `always` another value is understood as well. */
export const sayOnce = <Given extends object>(given: Given, always: ClickHouseSettings): Given => {
  const connection = given as unknown as Connection
  const heard = new Map<string, unknown>()
  const note = (settings: [string, unknown][], done: boolean): void => {
    for (const [name, value] of settings)
      if (done && always[name] === value) heard.set(name, value)
      else heard.delete(name)
  }
  const saying = (call: Call): Call => {
    return async asked => {
      const all = Object.entries(asked.clickhouse_settings ?? {})
      const settings = all.filter(([name, value]) => !heard.has(name) || heard.get(name) !== value)
      note(settings, false)
      let done = false
      try {
        const answer = await call({ ...asked, clickhouse_settings: Object.fromEntries(settings) })
        done = true
        return answer
      } finally {
        note(settings, done)
      }
    }
  }
  for (const name of ['query', 'command', 'insert', 'exec'] as const)
    connection[name] = saying(connection[name].bind(connection))
  return given
}
