import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { assertReaching } from '@firsttouch/infra/rigs/testing/reaching'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openQuestions } from './read-model.ts'

const PATIENT_MS = 60_000
let writer: ClickHouseClient
let reader: ClickHouseClient
let asked: string[]
beforeAll(async () => {
  const { clickhouse, client } = await openTestClickHouse()
  writer = client
  const asking = clickhouse.client()
  const query: typeof asking.query = given => {
    asked.push(given.query)
    return asking.query(given)
  }
  reader = Object.assign(Object.create(asking), { query })
  await writer.command({ query: 'CREATE TABLE written (n UInt32) ENGINE = Memory' })
})
beforeEach(async () => {
  await writer.command({ query: 'TRUNCATE TABLE written' })
  asked = []
})

const COUNT = 'SELECT count() AS found FROM written WHERE n % {of:UInt32} = 0'
const SLOW = 'SELECT sleep(1) AS slept'

test('a caller sees all rows that were written before its query, also among concurrent queries', async () => {
  let written = 0
  let questions = 0
  const atOnce = Array.from({ length: 8 }, () => [{ pauseMs: 0, writes: false }])
  const step = fc.record({ pauseMs: fc.nat(6), writes: fc.boolean() })
  const ask = openQuestions(reader, 2)
  await assertReaching(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 3, maxLength: 8 }),
      people =>
        Promise.all(
          people.map(async steps => {
            for (const { pauseMs, writes } of steps) {
              await sleep(pauseMs)
              if (writes)
                await writer
                  .insert({ table: 'written', values: [{ n: 0 }], format: 'JSONEachRow' })
                  .then(() => {
                    written += 1
                  })
              const before = written
              questions += 1
              const [row] = await ask<{ found: number }>(COUNT, { of: 1 }, PATIENT_MS)
              expect(row?.found).toBeGreaterThanOrEqual(before)
            }
          }),
        ).then(() => undefined),
    ),
    {
      examples: [[atOnce]],
      // Identical queries share an answer.
      reached: () => expect(asked.length).toBeLessThan(questions / 2),
      numRuns: 25,
    },
  )
})

test('identical queued queries run once, and different ones separately', async () => {
  const ask = openQuestions(reader, 1)
  const busy = ask(SLOW, {}, PATIENT_MS)
  await sleep(20)
  const same = Array.from({ length: 5 }, () => ask(COUNT, { of: 1 }, PATIENT_MS))
  const others = [2, 3].map(of => ask(COUNT, { of }, PATIENT_MS))
  await Promise.all([busy, ...same, ...others])
  expect(asked).toEqual([SLOW, COUNT, COUNT, COUNT])
})

test('a query whose callers have given up does not run', async () => {
  const ask = openQuestions(reader, 1)
  const busy = ask(SLOW, {}, PATIENT_MS)
  await sleep(20)
  const impatient = [1, 2].map(of => expect(ask(COUNT, { of }, 50)).rejects.toThrow('no answer within 50 ms'))
  const patient = ask(COUNT, { of: 2 }, PATIENT_MS)
  await Promise.all(impatient)
  await Promise.all([busy, patient])
  expect(await ask(COUNT, { of: 3 }, PATIENT_MS)).toHaveLength(1)
  expect(asked).toEqual([SLOW, COUNT, COUNT])
})

test('a failed query fails for all its callers, and the next one runs again', async () => {
  const ask = openQuestions(reader, 1)
  const failing = () => ask('SELECT throwIf(1)', {}, PATIENT_MS)
  const outcomes = await Promise.allSettled([failing(), failing()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(failing()).rejects.toThrow('throwIf')
  expect(asked).toHaveLength(2)
})
