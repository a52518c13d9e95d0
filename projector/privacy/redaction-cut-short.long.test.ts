import type { ClickHouseClient } from '@clickhouse/client'
import { expect, test } from 'vitest'
import { openStore } from '../steps/store.ts'
import { erase, openPlanted, REDACTIONS } from '../testing/planted.ts'

test.each(REDACTIONS)(
  '%s that fails after any of its statements is completed by the next attempt',
  async (_, apply, texts) => {
    const { deps, tablesWith } = await openPlanted()
    await erase(deps.sql)
    let left = 0
    const command = async (given: Parameters<ClickHouseClient['command']>[0]) => {
      if (left-- === 0) throw new Error('cut short')
      return deps.clickhouse.command(given)
    }
    const clickhouse: ClickHouseClient = Object.assign(Object.create(deps.clickhouse), { command })
    const cut = { ...deps, clickhouse, store: openStore(clickhouse, deps.db) }
    const statements = []
    // Each attempt continues from the state that the previous attempt left, and fails three statements later.
    for (let after = 0; after < 200; after += 3) {
      left = after
      const error = await apply(cut).then(
        () => null,
        reason => reason,
      )
      statements.push(error)
      if (error === null) break
      expect(error.message).toBe('cut short')
    }
    expect(statements.length).toBeGreaterThan(1)
    expect(statements.at(-1)).toBeNull()
    expect(await tablesWith(...texts)).toEqual([])
  },
)
