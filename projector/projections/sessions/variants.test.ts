import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { expect, test } from 'vitest'
import { project } from '../../run.ts'
import { openStore } from '../../steps/store.ts'
import { exposure, recordsOf, session, visit } from '../../testing/events.ts'
import { lookingAt } from '../../testing/looking-at.ts'

test('people’s visits count by their landing page variant, unless an earlier entry holds another event with the exposure’s id', async () => {
  const { client, db } = await openTestClickHouse()
  const store = lookingAt(openStore(client, db), 'session_events', 'session_minutes', 'session_sums')
  const run = (records: LogRecord[]) => project(records, { store })
  const [person, partly, shownAsBot, other] = [session(), session(), session(), session()]
  const shown = exposure('control', other)
  const of = (sessionId: string) => visit({ sessionId })
  await run([
    ...recordsOf([of(person), exposure('v2', person), exposure('v2', partly), of(shownAsBot)], 10),
    ...recordsOf([of(partly), exposure('v2', shownAsBot)], 20, { bot: 'user_agent' }),
    ...recordsOf([of(other), shown], 30),
  ])
  const counted = async () =>
    (
      await client.query({
        query: `SELECT variant, sum(n) AS n FROM ${db}.session_sums FINAL WHERE model = 'variant' AND type = 'visit' AND variant != '' GROUP BY variant ORDER BY variant`,
        format: 'JSONEachRow',
      })
    ).json()
  const ofPerson = { variant: 'v2', n: 1 }
  expect(await counted()).toEqual([{ variant: 'control', n: 1 }, ofPerson])
  await run(recordsOf([{ ...shown, event: 'conversion', conversionType: 'button_click' }], 5))
  expect(await counted()).toEqual([ofPerson])
})

test('a visit counts by its landing page variant, also in sessions that saw other tests', async () => {
  const { client, db } = await openTestClickHouse()
  const run = (records: LogRecord[]) => project(records, { store: openStore(client, db) })
  const others = ['a', 'm', 'z'].flatMap(letter => [`${letter}One`, `${letter}Two`])
  for (const [at, variant] of ['control', 'v2'].entries()) {
    const own = session()
    const elsewhere = others.map(testName => ({
      ...exposure(variant === 'v2' ? 'control' : 'v2', own),
      testName,
    }))
    await run(
      recordsOf(
        [
          ...elsewhere,
          exposure(variant, own),
          ...Array.from({ length: at + 1 }, () => visit({ sessionId: own })),
        ],
        10 * at,
      ),
    )
  }
  const answer = await client.query({
    query: `SELECT variant, sum(n) AS n FROM ${db}.session_sums FINAL WHERE model = 'variant' AND type = 'visit' AND variant != '' GROUP BY variant ORDER BY variant`,
    format: 'JSONEachRow',
  })
  expect(await answer.json()).toEqual([
    { variant: 'control', n: 1 },
    { variant: 'v2', n: 2 },
  ])
})
