import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXACT } from './judge.ts'
import { FULL, openRandom, type Random } from './random.ts'
import { reportVerdict } from './results.ts'
import { DB, type FaultStores, openFaultStores } from './stores.ts'
import { makeTraffic } from './traffic.ts'

/** Directories of parts, including those that a merge has replaced. ClickHouse deletes these minutes later. */
const partsOf = async (folder: string): Promise<{ path: string; writtenAt: number }[]> => {
  const names = (await readdir(folder)).filter(name => /^\w+_\d+_\d+_\d+$/.test(name))
  const paths = names.map(name => join(folder, name))
  return Promise.all(paths.map(async path => ({ path, writtenAt: (await stat(path)).mtimeMs })))
}

/** Deletes the newest parts of the tables that `lost` selects, as if they had never reached the disk. */
const losePower = async (
  { dataDir }: FaultStores,
  random: Random,
  lost: (table: string) => boolean,
): Promise<number> => {
  const folder = join(dataDir, 'clickhouse', 'data', DB)
  const tables = (await readdir(folder)).filter(table => table !== 'migrations' && lost(table))
  const parts = (await Promise.all(tables.map(table => partsOf(join(folder, table))))).flat()
  const gone = parts.toSorted((a, b) => a.writtenAt - b.writtenAt).slice(random.int(0, parts.length - 1))
  for (const { path } of gone) await rm(path, { recursive: true })
  return gone.length
}

const CASES: [string, (table: string) => boolean][] = [
  ['of every table', () => true],
  ['of the roll-ups, but not of the events,', table => table !== 'events' && table !== 'progress'],
  ['of the events, but not of the roll-ups,', table => table === 'events'],
  ['of one roll-up', table => table === 'event_minutes'],
]

test.each(FULL ? CASES : CASES.slice(0, 2))(
  'R-20 if the newest parts %s are lost and the checkpoint is not, every number is exact after the restart',
  async (what, lost) => {
    const random = openRandom(`R-20 ${what}`)
    const stores = await openFaultStores()
    const { entries } = makeTraffic(random, { events: FULL ? 10_000 : 1_000, now: Date.now() })
    let times = 0
    for (let cut = 0; cut < (FULL ? 3 : 1); cut++) {
      const half = entries.splice(0, Math.ceil(entries.length / 2))
      await stores.append(half)
      const child = stores.startProjector({ MAX_BATCH: '100' })
      await stores.caughtUp()
      await child.end('SIGKILL')
      times += await losePower(stores, random, lost)
    }
    await stores.projectAll()
    const verdict = await stores.judge()
    await reportVerdict('R-20', `newest parts ${what} deleted`, times, verdict)
    expect(verdict).toMatchObject(EXACT)
  },
  300_000,
)
