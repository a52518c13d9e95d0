/** Seeds two months of campaign costs, the same on every run. Existing costs stay unchanged. */
import { enqueueSpendOf } from '@firsttouch/api/outbox/spend'
import { DAY_MS } from '../../platform/timing.ts'
import type { Sql } from '../../stores/postgres.ts'
import { campaignValue, SEED_CAMPAIGNS } from './traffic.ts'

const DAYS = 60
/** Pence a day by medium, for each percent of all visits that a campaign has. Other media have no daily cost. */
const PENCE: Readonly<Record<string, number>> = { cpc: 210, social: 95, video: 70 }
/** This platform's costs from 9 to 7 days ago are missing, so that the dashboard has a gap to show. */
const FORGOTTEN = { source: 'bing', from: 9, to: 7 }

export const addSpend = async (sql: Sql, { now, currency }: { now: Date; currency: string }) => {
  const rows = SEED_CAMPAIGNS.flatMap(({ name, source, medium, share }, index) =>
    daysBefore(now)
      .filter(({ ago }) => !(source === FORGOTTEN.source && ago <= FORGOTTEN.from && ago >= FORGOTTEN.to))
      .map(({ day, ago }) => {
        const pence = Math.round((PENCE[medium] ?? 0) * share * 100 * wave(ago, index))
        return {
          utm_campaign: campaignValue(name),
          day,
          cost: (pence / 100).toFixed(2),
          clicks: String(Math.round(pence / 90)),
          currency,
          origin: 'import',
          changed_by: 'seed',
          changed_at: now,
        }
      })
      .filter(({ cost }) => Number(cost) > 0),
  )
  await sql.begin(async tx => {
    const added = await tx<{ campaign: string }[]>`
      INSERT INTO spend ${tx(rows)} ON CONFLICT DO NOTHING RETURNING utm_campaign AS campaign`
    for (const campaign of new Set(added.map(row => row.campaign))) await enqueueSpendOf(tx, campaign)
  })
}

/** Leaves out today, because platforms report a day only when it is over. */
const daysBefore = (now: Date) =>
  Array.from({ length: DAYS }, (_, at) => {
    const ago = DAYS - at
    return { ago, day: new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10) }
  })

/** Returns a factor around 1 with a weekly rhythm. */
const wave = (ago: number, index: number): number =>
  1 + 0.25 * Math.sin((2 * Math.PI * ago) / 7 + index) + 0.1 * Math.sin(ago * (index + 2))
