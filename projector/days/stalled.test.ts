/** While a day is closed others are kept out; whoever closes it and loses his locks meanwhile closes nothing that these have changed. */
import type { ClickHouseClient } from '@clickhouse/client'
import { pause } from '@firsttouch/infra/platform/timing'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON_OF_FIRST, openClosing, sessionOf, story } from '../testing/closing.ts'
import { visit } from '../testing/events.ts'

let days: Awaited<ReturnType<typeof openClosing>>
beforeEach(async () => {
  days = await openClosing()
})

type Command = Parameters<ClickHouseClient['command']>[0]
/** Does something else before a statement of the closing; `settled` waits for that and for what the closing does after it. */
const interrupted = (when: RegExp, meanwhile: () => Promise<unknown>) => {
  const asked: Promise<unknown>[] = []
  const run = async (command: Command) => {
    if (when.test(command.query)) await meanwhile()
    return days.client.command(command)
  }
  const own: ClickHouseClient = Object.assign(Object.create(days.client), {
    command: (command: Command) => {
      const done = run(command)
      asked.push(done)
      return done
    },
  })
  const settled = async () => {
    for (let known = 0; known < asked.length; await pause(50, new AbortController().signal)) {
      known = asked.length
      await Promise.all(asked)
    }
  }
  return { own, settled }
}

describe('a process that closes a day', () => {
  const late = () =>
    days.take(
      [
        visit({
          at: NOON_OF_FIRST + 1,
          sessionId: sessionOf(NOON_OF_FIRST, 'a'),
          utm: { utm_campaign: 'late' },
        }),
      ],
      days.clickhouse.client(),
    )
  const loseLocks = () => days.sql`
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

  test.each([
    ['before it says so', /SELECT 'event_days'.* 1$/s],
    ['before it sums it', /INSERT INTO \S+\.event_days/],
    ['before it calls it closed', /SELECT 'event_days'.* 0$/s],
  ])(
    'and stalls %s, and lost its locks to others, closes nothing that these have changed',
    async (_, when) => {
      await days.take(story(NOON_OF_FIRST))
      let came = false
      const { own, settled } = interrupted(when, async () => {
        await loseLocks()
        await late()
        came = true
      })
      await expect(days.close(Date.now(), own)).rejects.toThrow(/CONNECTION|connection/)
      await settled()
      expect(came).toBe(true)
      expect(await days.closed()).not.toContain(0)
      await days.close()
      expect(await days.closed()).toContain(0)
      await days.expectAlike()
    },
  )

  test('keeps others out meanwhile, and does not wait for days that they open again', async () => {
    await days.take(story(NOON_OF_FIRST))
    let isIn = false
    const batches: Promise<unknown>[] = []
    const { own } = interrupted(/INSERT INTO \S+\.event_days/, async () => {
      const batch = late().then(() => {
        isIn = true
      })
      batches.push(batch)
      await pause(200, new AbortController().signal)
      expect(isIn).toBe(false)
    })
    await days.close(Date.now(), own)
    await Promise.all(batches)
    expect(batches).toHaveLength(1)
    expect(await days.closed()).not.toContain(0)
  })
})
