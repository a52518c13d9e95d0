/**
 * Statements from a grammar yield rows of `reporting` or a clear refusal. They touch no file and never block the event
 * loop. SECURITY_FULL=1 runs a hundred thousand. SQL_FUZZ and SQL_FUZZ_SEED choose others.
 */
import { afterAll, expect, test } from 'vitest'
import { timesOf } from '../../rigs/security/times.ts'
import { CANARY, openReportingEngine } from '../../rigs/testing/analysts/reporting-engine.ts'
import { type Grammar, seeded, statements } from '../../rigs/testing/analysts/sql-grammar.ts'
import { heldBy } from '../../rigs/testing/loop-hold.ts'
import { answerAnalyst, type Question } from './session.ts'
import { Refused } from './tokens.ts'

const COUNT = Number(process.env.SQL_FUZZ ?? timesOf(750, 100_000))
const SEED = Number(process.env.SQL_FUZZ_SEED ?? 1)
const LONGEST_HOLD_MS = 250
const AT_ONCE = 4
const IN_A_GROUP = 100

const engine = await openReportingEngine()
afterAll(() => engine.close())

const column = async (query: string): Promise<string[]> => {
  const answer = await engine.owner.query({ query, format: 'JSONCompactEachRow' })
  return (await answer.json<[string]>()).map(([name]) => name)
}

const grammarOf = async (): Promise<Grammar> => ({
  functions: await column('SELECT name FROM system.functions ORDER BY cityHash64(name)'),
  tableFunctions: await column('SELECT name FROM system.table_functions ORDER BY name'),
  formats: await column('SELECT name FROM system.formats WHERE is_output ORDER BY name'),
  tables: await column(
    `SELECT concat('reporting.', name) FROM system.tables WHERE database = 'reporting' ORDER BY name`,
  ),
  paths: [
    engine.file,
    `${engine.file}.new`,
    '../../outside/canary.txt',
    '/proc/self/environ',
    'sql-token',
    'events',
    'firsttouch_1',
  ],
})

type Tally = { tried: number; answered: number; refused: number; byTheReading: number; escaped: string[] }

const tryOne = async (query: string, tally: Tally): Promise<void> => {
  const question: Question = {
    query,
    parameters: { p: `'${engine.file}'` },
    // Tighter than an analyst's limits, so a hundred thousand statements run quickly.
    settings: { max_execution_time: '2', max_result_rows: '1000', max_rows_to_read: '100000' },
    format: 'TSV',
  }
  tally.tried += 1
  const said = await answerAnalyst(engine.asker)(question).then(
    ({ chunks }) => {
      tally.answered += 1
      return Buffer.concat(chunks).toString('latin1')
    },
    (error: unknown) => {
      tally.refused += 1
      if (error instanceof Refused) tally.byTheReading += 1
      return error instanceof Error && 'code' in error ? error.message : `no code: ${error}`
    },
  )
  // An engine's error repeats the statement, which never contains the canary.
  if (said.includes(CANARY) || /^no code/.test(said) || /STAFF_|\0PATH=|root:x:0/.test(said))
    tally.escaped.push(`${query}\n  ${said.slice(0, 300)}`)
}

test(
  `${COUNT} statements of seed ${SEED} are answered or refused, and none reads forbidden data`,
  async () => {
    const grammar = await grammarOf()
    const before = await engine.treeHash()
    const tally: Tally = { tried: 0, answered: 0, refused: 0, byTheReading: 0, escaped: [] }
    const all = [...statements(grammar, seeded(SEED), COUNT)]
    let held = 0
    for (let from = 0; from < COUNT; from += IN_A_GROUP) {
      const group = async () => {
        const line = all.slice(from, from + IN_A_GROUP).values()
        const inTurn = async () => {
          for (const query of line) await tryOne(query, tally)
        }
        await Promise.all(Array.from({ length: AT_ONCE }, inTurn))
      }
      held = Math.max(held, await heldBy(group, LONGEST_HOLD_MS))
    }
    console.log(
      `${tally.tried} tried, ${tally.answered} answered, ${tally.refused} refused (${tally.byTheReading} of them before the engine), ${tally.escaped.length} escaped; ` +
        `${grammar.functions.length} functions; the event loop was held ${held} ms at most`,
    )
    expect(tally.escaped).toEqual([])
    expect(tally.tried).toBeGreaterThanOrEqual(COUNT)
    expect(tally.answered).toBeGreaterThan(COUNT / 100)
    expect(await engine.treeHash()).toBe(before)
    expect(held).toBeLessThan(LONGEST_HOLD_MS)
  },
  COUNT * 100 + 240_000,
)
