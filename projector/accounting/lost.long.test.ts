/** What a store loses or gains by itself, noticed by a running accounting; what it reads and adds up has tests of its own. */
import { beforeEach, describe, test } from 'vitest'
import { type AccountingTest, account, openAccountingTest } from '../testing/accounting.ts'
import { visit } from '../testing/events.ts'

let accounting: AccountingTest
beforeEach(async () => {
  accounting = await openAccountingTest()
})

describe('the accounting does not balance when', () => {
  const balancedAt = async (n: number) => {
    accounting.startProjector()
    accounting.startAccounting()
    await accounting.append(Array.from({ length: n }, () => visit()))
    await accounting.expectBalance({ visit: account({ accepted: n, projected: n, uniqueHuman: n }) })
  }

  test('the accounting does not balance when the events and read models of a month are lost', async () => {
    await balancedAt(3)
    for (const table of ['events', 'event_minutes', 'event_sums'])
      await accounting.client.command({
        query: `ALTER TABLE ${accounting.db}.${table} DROP PARTITION 202603`,
      })
    await accounting.append([visit({ at: Date.parse('2026-04-01T10:00:00.000Z') })])
    await accounting.expectBalance({
      visit: account({ accepted: 4, projected: 4, uniqueHuman: 1, balanced: false }),
    })
  })

  test('the accounting does not balance when a partition’s counts are lost', async () => {
    await balancedAt(3)
    await accounting.sql`DELETE FROM event_counts`
    await accounting.sql`UPDATE checkpoints SET entries = 0`
    await accounting.expectBalance({
      visit: account({ uniqueHuman: 3, balanced: false }),
      unknown: account({ accepted: 3, balanced: false }),
    })
  })

  test('the accounting does not balance when the roll-ups lose an event', async () => {
    await balancedAt(3)
    await accounting.client.command({ query: `TRUNCATE TABLE ${accounting.db}.event_sums` })
    await accounting.append([visit({ at: Date.parse('2026-04-01T10:00:00.000Z') })])
    await accounting.expectBalance({
      visit: account({ accepted: 4, projected: 4, uniqueHuman: 1, balanced: false }),
    })
  })

  test('the accounting does not balance when the roll-ups count an event twice', async () => {
    await balancedAt(3)
    const columns = `quarter_hour, model, at, type, bot, utm_source, utm_medium, utm_campaign, conversion_type, test_name, variant, event`
    await accounting.client.command({
      query: `INSERT INTO ${accounting.db}.event_sums (${columns}, n, version, gone)
        SELECT ${columns}, n + 1, version + 1, 0 FROM ${accounting.db}.event_sums`,
    })
    await accounting.append([visit({ at: Date.parse('2026-04-01T10:00:00.000Z') })])
    await accounting.expectBalance({
      visit: account({ accepted: 4, projected: 4, uniqueHuman: 5, balanced: false }),
    })
  })
})
