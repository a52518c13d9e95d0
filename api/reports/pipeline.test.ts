import { RELEASE } from '@firsttouch/infra/platform/version'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pipelineAccounting } from '../contract/pipeline.ts'
import { addStaff, cookiesOf, later, logIn, openTestApi, type TestApi } from '../testing/api.ts'

let api: TestApi
let cookies: Record<string, string>
beforeEach(async () => {
  api = await openTestApi()
  await addStaff(api.sql)
  cookies = cookiesOf(await logIn(api.app))
})
const askOnce = () => api.app.inject({ url: '/api/admin/pipeline', cookies })
/** Retries if the stores of a busy machine time out. A log that is down never answers. */
const ask = async () => {
  let answer = await askOnce()
  for (let again = 0; again < 10 && answer.json().lag?.entries === null && !api.log.state.down; again++)
    answer = await askOnce()
  return answer
}

const account = (fields: object) => ({
  accepted: 0,
  projected: 0,
  duplicates: 0,
  uniqueHuman: 0,
  uniqueBot: 0,
  testEvents: 0,
  deadLetters: 0,
  balanced: true,
  ...fields,
})
const visit = account({
  accepted: 7,
  projected: 7,
  duplicates: 2,
  uniqueHuman: 3,
  uniqueBot: 2,
  testEvents: 1,
})
const unknown = account({ accepted: 1, deadLetters: 1 })
const balance = {
  asOf: '2026-03-01T11:59:58.000Z',
  cutAt: '2026-03-01T11:59:57.000Z',
  types: { visit, conversion: account({}), ab_test: account({}), unknown },
  conflicts: 3,
  inFlight: 2,
}
const keep = async (said: object) => {
  const [row] = await api.sql<{ generation: number }[]>`SELECT generation FROM read_models`
  const consumer_group = `projector-firsttouch_${row?.generation}`
  await api.sql`
    INSERT INTO accounting ${api.sql({ consumer_group, balance: api.sql.json({ ...balance, ...said }) })}
    ON CONFLICT (consumer_group) DO UPDATE SET balance = EXCLUDED.balance`
  return consumer_group
}
const accounting = async () => pipelineAccounting.parse((await ask()).json())

test('the accounting is listed by type and in sum, with the projector’s lag', async () => {
  const another = { ...balance, asOf: '2026-03-01T11:00:00.000Z', conflicts: 99 }
  await api.sql`
    INSERT INTO accounting ${api.sql({ consumer_group: 'projector-firsttouch_99', balance: api.sql.json(another) })}`
  await keep({})
  await api.log.append([{ key: 'a', value: '{}' }])
  later(api.clock, 3_500)
  expect(await accounting()).toEqual({
    release: RELEASE,
    asOf: '2026-03-01T11:59:58.000Z',
    balanced: true,
    total: account({
      accepted: 8,
      projected: 7,
      duplicates: 2,
      uniqueHuman: 3,
      uniqueBot: 2,
      testEvents: 1,
      deadLetters: 1,
    }),
    types: [
      { type: 'visit', ...visit },
      { type: 'conversion', ...account({}) },
      { type: 'ab_test', ...account({}) },
      { type: 'engagement', ...account({}) },
      { type: 'unknown', ...unknown },
      // An older release wrote the balance without these types.
      { type: 'lead_recorded', ...account({}) },
      { type: 'lead_changed', ...account({}) },
      { type: 'campaign_changed', ...account({}) },
      { type: 'spend_recorded', ...account({}) },
      { type: 'experiment_changed', ...account({}) },
    ],
    idConflicts: 3,
    inFlight: 2,
    lag: { entries: 1, seconds: 3.5 },
    deadLetters: [],
    canary: null,
    reconciliation: null,
  })
})

test('record events of the API do not count in the total of visitors’ events, but must balance', async () => {
  const told = account({ accepted: 3, projected: 1, uniqueHuman: 1, balanced: false })
  await keep({ types: { ...balance.types, lead_changed: told } })
  const { balanced, total, types } = await accounting()
  expect([balanced, total.balanced, total.accepted]).toEqual([false, true, 8])
  expect(types).toContainEqual({ type: 'lead_changed', ...told })
})

test('the accounting is unbalanced if one type does not balance', async () => {
  await keep({ types: { ...balance.types, visit: { ...visit, balanced: false } } })
  api.log.state.owned = []
  expect(await accounting()).toMatchObject({
    balanced: false,
    total: { balanced: false },
    lag: { seconds: 0 },
  })
})

describe('the balance is unknown', () => {
  const known = async () => {
    const { balanced, lag } = await accounting()
    return { balanced, seconds: lag.seconds }
  }
  beforeEach(async () => {
    await keep({})
    expect(await known()).toEqual({ balanced: true, seconds: 0 })
  })

  test('the balance is unknown while a partition has no projector', async () => {
    api.log.state.owned = [7]
    await api.log.append([{ key: 'a', value: '{}' }])
    later(api.clock, 12_000)
    expect(await known()).toEqual({ balanced: null, seconds: 12 })
  })

  test('the balance is unknown while the accounting is old', async () => {
    later(api.clock, 15_000)
    expect(await known()).toEqual({ balanced: null, seconds: 0 })
  })

  test('the balance and the lag are unknown while the log does not answer', async () => {
    api.log.state.down = true
    expect(await known()).toEqual({ balanced: null, seconds: null })
    expect((await accounting()).lag).toEqual({ entries: null, seconds: null })
  })
})

test('while ClickHouse is unavailable, the lag counts from the last known position', async () => {
  await keep({})
  await api.log.append([{ key: 'a', value: '{}' }])
  expect((await accounting()).lag).toMatchObject({ entries: 1, seconds: 0 })
  const query = vi.spyOn(api.deps.clickhouse, 'query').mockRejectedValue(new Error('away'))
  later(api.clock, 9_000)
  expect((await accounting()).lag).toMatchObject({ entries: 1, seconds: 9 })
  query.mockRestore()
})

const deadLetter = (
  consumer_group: string,
  offset: number,
  reason: string,
  replayed_at: Date | null = null,
) => ({
  ...{ consumer_group, offset, reason, replayed_at, partition: 0, detail: '', appended_at: new Date() },
  ...{ key: Buffer.from('k'), value: Buffer.from('v') },
})

test('open dead letters are counted by reason, and the last reconciliation is shown, of the serving generation only', async () => {
  const group = await keep({})
  const other = 'projector-firsttouch_99'
  const letters = [
    deadLetter(group, 1, 'schema'),
    deadLetter(group, 2, 'schema'),
    deadLetter(group, 3, 'not_json', new Date()),
    ...['unknown_type', 'too_large', 'bad_time', 'not_json'].map((reason, i) =>
      deadLetter(group, 4 + i, reason),
    ),
    ...Array.from({ length: 300 }, (_, i) => deadLetter(group, 100 + i, 'schema')),
    deadLetter(other, 1, 'schema'),
    deadLetter(other, 2, 'of another'),
  ]
  await api.sql`INSERT INTO dead_letters ${api.sql(letters)}`
  // With statistics, PostgreSQL uses a hash aggregate, whose order is undefined.
  await api.sql`ANALYZE dead_letters`
  const difference = { hour: '2026-03-01T10:00:00.000Z', type: 'visit', difference: 1 }
  const reconciled = (consumer_group: string, checkedAt: string, hours: number, differences: object[]) => ({
    ...{
      consumer_group,
      hours,
      checked_at: new Date(checkedAt),
      whole_at: new Date(checkedAt),
      repaired_buckets: 0,
    },
    differences: api.sql.json(differences as []),
  })
  for (const one of [
    reconciled(other, '2026-03-01T11:45:00.000Z', 7, []),
    reconciled(group, '2026-03-01T11:30:00.000Z', 25, [difference]),
  ])
    await api.sql`INSERT INTO reconciliations ${api.sql(one)}`
  expect(await accounting()).toMatchObject({
    deadLetters: [
      { reason: 'bad_time', entries: 1 },
      { reason: 'not_json', entries: 1 },
      { reason: 'schema', entries: 302 },
      { reason: 'too_large', entries: 1 },
      { reason: 'unknown_type', entries: 1 },
    ],
    reconciliation: { checkedAt: '2026-03-01T11:30:00.000Z', hours: 25, differences: [difference] },
  })
})

test('the newest canary comes from the projector’s row, and similar events do not count', async () => {
  await keep({})
  const at = Math.floor(api.clock.now.getTime() / 60_000) * 60
  await api.clickhouse.insert({
    table: `${api.db}.events`,
    values: [
      { minute: at, id: v7(), type: 'visit', session: 'canary_spoof', received_at: at, bot: 'canary' },
    ],
    format: 'JSONEachRow',
  })
  expect((await accounting()).canary).toBeNull()
  const sent = new Date(api.clock.now.getTime() - 60_000)
  await api.sql`INSERT INTO canary (sent_at) VALUES (${sent})`
  expect((await accounting()).canary).toEqual({ seenAt: sent.toISOString() })
  later(api.clock, 86_400_000 - 60_000 - 1)
  cookies = cookiesOf(await logIn(api.app))
  expect((await accounting()).canary).toEqual({ seenAt: sent.toISOString() })
  later(api.clock, 1)
  expect((await accounting()).canary).toBeNull()
})

test('the balance of an older projector, which has no canary counts, shows 0 canaries', async () => {
  const { testEvents: _, ...older } = visit
  await keep({ types: { ...balance.types, visit: older } })
  expect((await accounting()).total).toMatchObject({ uniqueBot: 2, testEvents: 0 })
})

test('before the first balance the call answers 503, and without a login 401', async () => {
  const answer = await ask()
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('2')
  expect((await api.app.inject('/api/admin/pipeline')).statusCode).toBe(401)
})
