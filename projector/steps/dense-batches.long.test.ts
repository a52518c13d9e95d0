/** With few sessions, ids and minutes, events collide often. The tables must not depend on how the events are split into batches. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openRandom, SEED } from '@firsttouch/infra/rigs/faults/random'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { expect, test } from 'vitest'
import { project } from '../run.ts'
import { conversion, exposure, NOON, recordsOf, visit } from '../testing/events.ts'
import { readTables } from '../testing/read-tables.ts'
import { openStore } from './store.ts'

const MINUTE = 60_000
const SESSIONS = [0, 25, 60].map(ago => `utm_${NOON - ago * MINUTE}_a`)
const BATCHES = 12
const FIRST_OFFSETS = [0, 500, 20]

/** SEED differs from run to run. */
test.each([0, 1, 2, 3, 4, 5, 6, 7, SEED])(
  'random dense batches in sequence give the right rows, with seed %d',
  async seed => {
    const { client, db } = await openTestClickHouse()
    const store = openStore(client, db)
    const all: LogRecord[] = []
    const { chance, int, pick } = openRandom('dense batches', seed)
    const sent: LoggedEvent[] = []
    const offsets = [...FIRST_OFFSETS]
    const event = (): LoggedEvent => {
      const sessionId = pick(SESSIONS)
      const at = NOON + int(0, 1) * MINUTE
      const seen = { sessionId, at, utm: { utm_campaign: pick(['spring', 'autumn']) } }
      const shown = exposure(pick(['control', 'v2']), sessionId, at)
      const made = pick([
        visit(seen),
        visit(seen),
        conversion(seen),
        shown,
        { ...shown, event: 'conversion', conversionType: 'button_click' } as const,
      ])
      if (sent.length === 0 || !chance(0.25)) return made
      const { id, sessionId: own } = pick(sent)
      return { ...made, id, sessionId: own }
    }
    for (let batch = 0; batch < BATCHES; batch++) {
      const events = Array.from({ length: int(1, 3) }, event)
      sent.push(...events)
      const partition = int(0, offsets.length - 1)
      const records = recordsOf(events, offsets[partition]).map(record => ({ ...record, partition }))
      offsets[partition] = (offsets[partition] ?? 0) + records.length
      all.push(...records)
      if (chance(0.3)) {
        const dying = { ...store, refresh: () => Promise.reject(new Error('killed')) }
        await expect(project(records, { store: dying })).rejects.toThrow('killed')
      }
      if (chance(0.5)) await client.command({ query: `OPTIMIZE TABLE ${db}.events FINAL` })
      await project(records, { store })
    }
    const whole = await openTestClickHouse()
    await project(all, { store: openStore(whole.client, whole.db) })
    expect(await readTables(client, db)).toEqual(await readTables(whole.client, whole.db))
  },
)
