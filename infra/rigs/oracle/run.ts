/** Runs one seed from its first visitor to the last comparison. */
import { setTimeout as sleep } from 'node:timers/promises'
import { compareExports, comparePipeline } from './areas/accounts.ts'
import { compareExperiments } from './areas/experiments.ts'
import { compareLeads } from './areas/leads.ts'
import type { Look } from './areas/look.ts'
import { compareMoney } from './areas/money.ts'
import { compareTraffic } from './areas/traffic.ts'
import { compareViews } from './areas/views.ts'
import { live } from './business.ts'
import { type Comparison, openComparison } from './compare.ts'
import { changeDayOf } from './days.ts'
import type { Business } from './facts.ts'
import { generate } from './generate.ts'
import { type System, startSystem } from './system.ts'

const AREAS = [
  comparePipeline,
  compareTraffic,
  compareExperiments,
  compareLeads,
  compareMoney,
  compareExports,
  compareViews,
]

export type Judged = { comparison: Comparison; sent: number; livedMs: number; comparedMs: number }

export const judge = async (seed: number): Promise<Judged> => {
  const story = generate(seed)
  const comparison = openComparison()
  const began = performance.now()
  const system = await startSystem(story.zone, story.actions[0]?.at ?? story.now)
  try {
    const business = await live(system, story)
    await settle(system, business)
    const lived = performance.now()
    const changeDay = changeDayOf(story.zone, story.from, story.to)
    const look: Look = { system, business, compare: comparison, story: { ...story, changeDay } }
    for (const compare of AREAS)
      await compare(look).catch((error: Error) => {
        // A failed call counts as a difference, and the other areas continue.
        comparison.same('calls that failed', compare.name, '', error.message)
      })
    const sent = Object.values(business.accounts).reduce((sum, { accepted }) => sum + accepted, 0)
    return { comparison, sent, livedMs: lived - began, comparedMs: performance.now() - lived }
  } finally {
    await system.close()
  }
}

const TRIES = 600
/** Runs the clock until all events are projected, then stops it at the business's moment. */
const settle = async (system: System, { now, accounts }: Business): Promise<void> => {
  await system.setClock(now, true)
  const sent = Object.values(accounts).reduce((sum, { accepted }) => sum + accepted, 0)
  type Pipeline = { total: { accepted: number }; inFlight: number; lag: { entries: number | null } }
  for (let tries = 0; tries < TRIES; tries++) {
    const { total, inFlight, lag } = await system.get<Pipeline>('/api/admin/pipeline')
    if (total.accepted >= sent && inFlight === 0 && lag.entries === 0) return system.setClock(now)
    await sleep(500)
  }
  throw new Error(`the figures do not hold all of the ${sent} events`)
}
