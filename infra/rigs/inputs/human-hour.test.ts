/** No person of a recorded or generated hour may look suspicious. */
import { envelope } from '@firsttouch/ingest/accept'
import { openBursts } from '@firsttouch/ingest/bursts'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { openLeftOut } from '@firsttouch/ingest/left-out'
import { visit } from '@firsttouch/projector/testing/events'
import { expect, test } from 'vitest'
import hour from './human-hour.json' with { type: 'json' }

const START = Date.UTC(2026, 2, 1, 12)
type Row = [seconds: number, ip: string, agent: number, session: number, type: 'visit' | 'conversion']

/** Overlays the hour `times` times in the same networks, each copy shifted by three minutes. */
const reasonsIn = (times: number): string[] => {
  const clock = { now: START }
  const whyLeftOut = openLeftOut(
    () => false,
    openBursts(() => clock.now),
  )
  const rows = Array.from({ length: times }, (_, n) =>
    (hour.rows as Row[]).map(([seconds, ip, agent, session, type]) => ({
      ...{
        ip,
        agent,
        type,
        sessionId: `utm_${session}_${n}`,
        at: START + ((seconds + n * 181) % 3_600) * 1000,
      },
    })),
  )
  return rows
    .flat()
    .toSorted((a, b) => a.at - b.at)
    .map(({ ip, agent, type, sessionId, at }) => {
      clock.now = at
      const event = { ...visit({ sessionId }), type } as LoggedEvent
      const userAgent = hour.agents[agent] ?? ''
      return envelope([event], '', { ip, userAgent }, new Date(at), whyLeftOut).bot
    })
}

test('no person is flagged in an hour of shared carrier addresses, an office, a school and a relay', () => {
  const reasons = reasonsIn(1)
  expect(reasons.length).toBeGreaterThan(2_000)
  expect(reasons.filter(Boolean)).toEqual([])
})

test('no person is flagged on a site with twenty times as many people', () => {
  expect(reasonsIn(20).filter(Boolean)).toEqual([])
})
