/** Each setting of a call is a statement of its own to the embedded engine, and stays: what is always alike is said until it was heard. */
import type { ClickHouseSettings } from '@clickhouse/client'

type Asked = { clickhouse_settings?: ClickHouseSettings }
type Call = (asked: Asked) => Promise<unknown>
type Connection = Record<'query' | 'command' | 'insert' | 'exec', Call>

/** Refuses another value for a setting of `always`: calls of a session that run at once come in any order, and could have it too. */
export const sayOnce = <Given extends object>(given: Given, always: ClickHouseSettings): Given => {
  const connection = given as unknown as Connection
  const heard = new Set<string>()
  const saying =
    (call: Call): Call =>
    async asked => {
      const settings = Object.entries(asked.clickhouse_settings ?? {})
      const alike = settings.filter(([name]) => name in always)
      for (const [name, value] of alike)
        if (value !== always[name])
          throw new Error(`In the embedded engine ${name} is always ${always[name]}.`)
      const unheard = settings.filter(([name]) => !heard.has(name))
      const answer = await call({ ...asked, clickhouse_settings: Object.fromEntries(unheard) })
      for (const [name] of alike) heard.add(name)
      return answer
    }
  for (const name of ['query', 'command', 'insert', 'exec'] as const)
    connection[name] = saying(connection[name].bind(connection))
  return given
}
