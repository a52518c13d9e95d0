import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { groupOf, servingDatabase } from '@firsttouch/infra/stores/read-models'
import { beforeEach, expect, test } from 'vitest'
import { settingsOf } from '../../testing/notify.ts'
import { raisedAlarms, readAlarms, watchAlarms } from './alarms.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const seconds = (n: number) => new Date(NOW.getTime() + n * 1000)

const sql = (await openTestPostgres()).sql
beforeEach(() => emptyTables(sql, 'accounting', 'canary', 'backups', 'alarms', 'notifications'))

const account = async (at: Date, balanced: boolean, oldestInFlight: Date | null = null) => {
  const balance = {
    asOf: at.toISOString(),
    oldestInFlight: oldestInFlight?.toISOString() ?? null,
    types: { visit: { balanced: true }, conversion: { balanced } },
  }
  await sql`
    INSERT INTO accounting (consumer_group, balance) VALUES (${groupOf(await servingDatabase(sql))}, ${sql.json(balance)})
    ON CONFLICT (consumer_group) DO UPDATE SET balance = EXCLUDED.balance`
}
const read = (more = {}, now = NOW) => readAlarms(sql, settingsOf(25, more), now)

test('an alarm without data is unknown', async () => {
  expect(await read()).toEqual({ accounting: null, projector: null, canary: null, backup: null })
})

test('the accounting alarm is raised if one type does not balance', async () => {
  await account(NOW, true)
  expect(await read()).toMatchObject({ accounting: false, projector: false })
  await account(NOW, false)
  expect(await read()).toMatchObject({ accounting: true, projector: false })
})

test('alarms concern only the serving generation', async () => {
  await account(NOW, true)
  await sql`
    INSERT INTO accounting (consumer_group, balance)
    SELECT 'another', jsonb_set(balance, '{types,visit,balanced}', 'false') FROM accounting`
  expect(await read()).toMatchObject({ accounting: false })
  await sql`UPDATE accounting SET consumer_group = 'a third' WHERE consumer_group <> 'another'`
  expect(await read()).toMatchObject({ accounting: null })
})

test('lasting alarms are listed newest first, without unknown ones', async () => {
  for (const [name, at] of [
    ['canary', 1],
    ['backup', 3],
    ['former', 4],
    ['projector', 2],
  ] as const)
    await sql`
      INSERT INTO alarms (name, looks_wrong, since, looked_at, raised_at)
      VALUES (${name}, true, ${NOW}, ${NOW}, ${seconds(at)})`
  expect((await raisedAlarms(sql)).map(({ name }) => name)).toEqual(['backup', 'projector', 'canary'])
})

test('the projector alarm is raised for an old accounting or old figures', async () => {
  await account(seconds(-120), true, seconds(-300))
  expect(await read()).toMatchObject({ projector: false })
  await account(seconds(-121), true)
  expect(await read()).toMatchObject({ projector: true })
  await account(NOW, true, seconds(-301))
  expect(await read()).toMatchObject({ projector: true })
})

test('the canary alarm is raised after three missed canaries, unless canaries are disabled', async () => {
  await sql`INSERT INTO canary (sent_at) VALUES (${seconds(-241)})`
  expect(await read()).toMatchObject({ canary: true })
  expect(await read({}, seconds(-1))).toMatchObject({ canary: false })
  expect(await read({ canarySeconds: 0 })).toMatchObject({ canary: null })
})

test('the backup alarm is raised for a missing backup, or one older than the setting', async () => {
  expect(await read({ backupWithinHours: 24 })).toMatchObject({ backup: true })
  await sql`INSERT INTO backups (made_at) VALUES (${seconds(-24 * 3600)})`
  expect(await read({ backupWithinHours: 24 })).toMatchObject({ backup: false })
  expect(await read({ backupWithinHours: 24 }, seconds(1))).toMatchObject({ backup: true })
})

test('each recipient gets one message at the start and one at the end, also with several processes', async () => {
  const look = async (from: number, to: number, balanced: boolean) => {
    for (let at = from; at <= to; at += 30) {
      await account(seconds(at), balanced)
      await Promise.all([1, 2, 3].map(() => watchAlarms(sql, settingsOf(25), seconds(at))))
    }
  }
  await look(0, 300, false)
  expect(await raisedAlarms(sql)).toEqual([{ name: 'accounting', since: seconds(120) }])
  await look(330, 600, true)
  expect(await raisedAlarms(sql)).toEqual([])
  const rows = await sql<{ about: string }[]>`SELECT about FROM notifications ORDER BY happened_at`
  expect(rows.map(({ about }) => about)).toEqual([
    `accounting ${seconds(120).toISOString()} begun`,
    `accounting ${seconds(120).toISOString()} over`,
  ])
})
