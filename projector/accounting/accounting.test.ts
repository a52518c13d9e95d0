import { until } from '@firsttouch/infra/rigs/testing/until'
import { CANARY_SOURCE } from '@firsttouch/ingest/events'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type AccountingTest, account, openAccountingTest } from '../testing/accounting.ts'
import { campaign, conversion, exposure, lead, session, visit } from '../testing/events.ts'

let accounting: AccountingTest
beforeEach(async () => {
  accounting = await openAccountingTest()
})

describe('the accounting', () => {
  test('the accounting balances by type, with bots and duplicates', async () => {
    accounting.startProjector()
    accounting.startAccounting()
    await accounting.expectBalance({})
    const twice = conversion({ sessionId: session() })
    await accounting.append([visit(), visit(), twice, exposure('v2', 'utm_1_a'), twice, twice])
    await accounting.append([visit({ utm: { utm_source: CANARY_SOURCE } })], { bot: 'canary' })
    await accounting.append([visit()], { bot: 'user_agent' })
    await accounting.expectBalance({
      visit: account({ accepted: 4, projected: 4, uniqueHuman: 2, uniqueBot: 2, testEvents: 1 }),
      conversion: account({ accepted: 3, projected: 3, uniqueHuman: 1, duplicates: 2 }),
      ab_test: account({ accepted: 1, projected: 1, uniqueHuman: 1 }),
    })
    expect((await accounting.balance())?.conflicts).toBe(0)
    expect(accounting.errors).toEqual([])
  })

  test('the accounting counts the API’s record events and visitors’ events separately, including repeats', async () => {
    accounting.startProjector()
    accounting.startAccounting()
    const recorded = lead({ sessionId: 'utm_1_a' })
    const changes = [3, 2].map(version => lead({ version, status: 'contacted', sessionId: 'utm_1_a' }))
    await accounting.append([...changes, recorded, recorded, visit(), ...changes])
    await accounting.append([campaign(), campaign({ version: 2 }), campaign()])
    await accounting.expectBalance({
      visit: account({ accepted: 1, projected: 1, uniqueHuman: 1 }),
      lead_recorded: account({ accepted: 2, projected: 2, uniqueHuman: 1, duplicates: 1 }),
      lead_changed: account({ accepted: 4, projected: 4, uniqueHuman: 2, duplicates: 2 }),
      campaign_changed: account({ accepted: 3, projected: 3, uniqueHuman: 2, duplicates: 1 }),
    })
    expect((await accounting.balance())?.conflicts).toBe(0)
    expect(accounting.errors).toEqual([])
  })

  test('while no projector runs, the accounting shows how many entries are in flight and since when', async () => {
    accounting.startAccounting()
    const before = Date.now()
    await accounting.append([visit(), visit(), conversion()])
    await accounting.expectInFlight(3)
    await accounting.expectBalance({})
    const oldest = Date.parse((await accounting.balance())?.oldestInFlight ?? '')
    expect(oldest).toBeGreaterThan(before - 1_000)
    accounting.startProjector()
    await accounting.expectBalance({
      visit: account({ accepted: 2, projected: 2, uniqueHuman: 2 }),
      conversion: account({ accepted: 1, projected: 1, uniqueHuman: 1 }),
    })
    await accounting.expectInFlight(0)
    expect((await accounting.balance())?.oldestInFlight).toBeNull()
  })

  test('the accounting reports a log that does not answer, and continues when it does', async () => {
    const positions = vi.spyOn(accounting.log, 'positions').mockRejectedValue(new Error('The log is away.'))
    accounting.startAccounting()
    await until(() => String(accounting.errors).includes('The log is away.'), 8_000)
    expect(await accounting.balance()).toBeUndefined()
    positions.mockRestore()
    await accounting.append([visit()])
    await accounting.expectInFlight(1)
  })

  test('a restarted accounting that cannot read yet shows the last balance of its own generation', async () => {
    await accounting.sql`INSERT INTO accounting (consumer_group, balance) VALUES ('another', '{"types": {}}')`
    const stops = [accounting.startProjector(), accounting.startAccounting()]
    await accounting.append([visit()])
    await accounting.expectBalance({ visit: account({ accepted: 1, projected: 1, uniqueHuman: 1 }) })
    for (const stop of stops) await stop()
    vi.spyOn(accounting.leader.halfDone, 'isAny').mockReturnValue(true)
    accounting.startAccounting()
    await accounting.append([visit()])
    await accounting.expectInFlight(1)
    await accounting.expectBalance({ visit: account({ accepted: 1, projected: 1, uniqueHuman: 1 }) })
  })

  test('one process runs the accounting, and another takes over when it ends', async () => {
    accounting.startProjector()
    const stopFirst = accounting.startAccounting()
    await accounting.expectBalance({})
    accounting.startAccounting()
    await accounting.append([visit()])
    await accounting.expectBalance({ visit: account({ accepted: 1, projected: 1, uniqueHuman: 1 }) })
    await stopFirst()
    await accounting.append([visit()])
    await accounting.expectBalance({ visit: account({ accepted: 2, projected: 2, uniqueHuman: 2 }) })
    expect(accounting.errors).toEqual([])
  })
})
