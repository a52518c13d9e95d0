/** The command's output for dead letters of two live generations and a dropped one. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listDeadLetters, replayDeadLetters, showDeadLetter } from './command.ts'

const NOON = Date.parse('2026-03-01T12:00:00.000Z')
const [BUILDING, SERVING, RETIRED] = [2, 3, 4].map(generation => groupOf(databaseOf(generation)))

let sql: Sql
let said: string[]
const say = (line: string) => void said.push(line)
beforeAll(async () => {
  sql = (await openTestPostgres()).sql
  await sql`DELETE FROM read_models`
  await sql`INSERT INTO read_models (generation, state) VALUES (4, 'retired'), (2, 'building'), (3, 'serving')`
})
beforeEach(async () => {
  said = []
  await emptyTables(sql, 'dead_letters')
})

type Letter = {
  group?: string | undefined
  reason?: string
  detail?: string
  seconds?: number
  replayed?: boolean
  asked?: boolean
}
const setAside = async (partition: number, offset: number, letter: Letter = {}): Promise<void> => {
  const { group = SERVING, reason = 'not_json', detail = 'why', seconds = 0 } = letter
  await sql`
    INSERT INTO dead_letters ${sql({
      ...{ consumer_group: group ?? '', partition, offset, reason, detail, error_class: 'permanent' },
      ...{
        key: Buffer.from('key'),
        value: Buffer.from('value\u009b'),
        code_version: '1',
        types: sql.json({}),
      },
      appended_at: new Date(NOON - 1_000),
      first_seen_at: new Date(NOON + seconds * 1_000),
      replay_requested_at: letter.asked ? new Date(NOON) : null,
      replayed_at: letter.replayed ? new Date(NOON) : null,
    })}`
}
const open = async (): Promise<string[]> =>
  (
    await sql<{ place: string }[]>`
      SELECT consumer_group || ' ' || partition || '/' || "offset" AS place FROM dead_letters
      WHERE replay_requested_at IS NOT NULL AND replayed_at IS NULL ORDER BY place`
  ).map(({ place }) => place)

test('the list counts dead letters by reason, and shows the open ones of the serving generation, newest first', async () => {
  await setAside(1, 20, { seconds: 1 })
  await setAside(1, 3, { seconds: 5 })
  await setAside(0, 7, { seconds: 5 })
  await setAside(1, 2, { seconds: 5 })
  await setAside(2, 1, { reason: 'refused', seconds: 9, detail: `\u202e${'long'.repeat(50)}` })
  await setAside(2, 2, { reason: 'refused', replayed: true })
  await setAside(3, 1, { group: BUILDING, reason: 'refused' })
  await setAside(3, 1, { group: RETIRED, reason: 'future_version' })
  await listDeadLetters(sql, say)
  const at = (seconds: number) => new Date(NOON + seconds * 1_000).toISOString()
  expect(said).toEqual([
    'not_json: 4 open, 0 replayed',
    'refused: 1 open, 1 replayed',
    '\nThe newest open dead letters, at most 50:',
    `2/1  ${at(9)}  refused  1×  \\u{202e}${'long'.repeat(23)}`,
    `0/7  ${at(5)}  not_json  1×  why`,
    `1/2  ${at(5)}  not_json  1×  why`,
    `1/3  ${at(5)}  not_json  1×  why`,
    `1/20  ${at(1)}  not_json  1×  why`,
  ])
})

test('the list of dead letters can be limited to a reason, is truncated, and says when it is empty', async () => {
  await listDeadLetters(sql, say)
  expect(said.splice(0)).toEqual(['There are no dead letters.'])
  await setAside(0, 1)
  await setAside(0, 2, { reason: 'refused', replayed: true })
  await listDeadLetters(sql, say, { reason: 'refused' })
  expect(said.splice(0)).toEqual(['refused: 0 open, 1 replayed'])
  for (let offset = 10; offset < 60; offset++) await setAside(0, offset)
  await listDeadLetters(sql, say)
  expect(said.filter(line => line.startsWith('0/'))).toHaveLength(50)
})

test('a dead letter is shown with all its data, in each live generation, without control characters', async () => {
  await setAside(12, 1234, { asked: true })
  await setAside(12, 1234, { group: BUILDING })
  await setAside(12, 1234, { group: RETIRED })
  await setAside(12, 1235)
  await setAside(1, 1234)
  await setAside(2, 1234)
  await showDeadLetter(sql, say, '12/1234')
  const text = said.join('\n')
  expect(text.match(/group .*/g)?.toSorted()).toEqual([`group       ${BUILDING}`, `group       ${SERVING}`])
  expect(text.match(/replayed .*/g)?.toSorted()).toEqual(['replayed    no', 'replayed    requested'])
  expect(said.slice(0, 2).concat(said.slice(3, 6))).toEqual([
    expect.stringMatching(/^group .*\nposition {4}12\/1234$/),
    'appended    2026-03-01T11:59:59.000Z\nfailed at   2026-03-01T12:00:00.000Z',
    'reason      not_json (permanent), 1 attempts',
    'by          1\ndetail      why',
    'key         key\nvalue       value\\u{9b}\n',
  ])
})

test('a replayed dead letter is shown with its time of replay', async () => {
  await setAside(2, 1, { asked: true, replayed: true })
  await showDeadLetter(sql, say, '2/1')
  expect(said[2]).toBe('replayed    2026-03-01T12:00:00.000Z')
})

test('an invalid position is refused with an error that shows the format', async () => {
  for (const place of ['2', '2/', '/1', 'x2/1', '2/1x', '2.5/1', '1234567890/1', '1/1234567890123456'])
    await expect(showDeadLetter(sql, say, place)).rejects.toThrow('Give the position as PARTITION/OFFSET')
})

test('a position without a dead letter is reported', async () => {
  await setAside(2, 1, { group: RETIRED })
  await expect(showDeadLetter(sql, say, '2/1')).rejects.toThrow('There is no dead letter at 2/1.')
})

/** Stands in for a projector that can now read entries with this reason. All others still fail. */
const take = async (mended: string): Promise<void> => {
  await until(async () => (await open()).some(place => place.startsWith(`${SERVING} `)), 10_000)
  await sql`UPDATE dead_letters SET replayed_at = now(), replay_requested_at = NULL WHERE reason = ${mended}`
  await sql`UPDATE dead_letters SET replay_requested_at = NULL WHERE consumer_group != ${RETIRED ?? ''}`
}

test('the replay command requests the dead letters of every live generation, waits for these only, and reports how many still fail', async () => {
  await setAside(0, 1)
  await setAside(0, 2, { reason: 'refused' })
  await setAside(0, 3, { reason: 'refused' })
  await setAside(0, 4, { reason: 'refused', replayed: true })
  await setAside(0, 5, { group: BUILDING })
  await setAside(0, 6, { group: RETIRED, reason: 'refused', asked: true })
  await Promise.all([replayDeadLetters(sql, say), take('not_json')])
  expect(said).toEqual(['Replaying dead letters: 4 …', 'Done. Open dead letters: 2.'])
})

test('the replay command can be limited to a reason, and says when there is nothing to replay', async () => {
  await setAside(0, 1)
  await setAside(0, 2, { reason: 'refused' })
  await setAside(0, 3, { reason: 'refused', replayed: true })
  await setAside(0, 4, { group: RETIRED })
  await Promise.all([
    replayDeadLetters(sql, say, { reason: 'refused' }),
    until(async () => (await open()).length > 0, 10_000).then(async () => {
      expect(await open()).toEqual([`${SERVING} 0/2`])
      await take('refused')
    }),
  ])
  expect(said.splice(0)).toEqual(['Replaying dead letters: 1 …', 'Done. Open dead letters: 0.'])
  await replayDeadLetters(sql, say, { reason: 'refused' })
  expect(said).toEqual(['There is nothing to replay.'])
})
