/** Rows of the read models, as the projector writes them. */
import type { Channel } from '@firsttouch/ingest/events'

export type Traffic = {
  /** Start of the quarter-hour that the rows' UUIDv7 ids hold. `at`: when the events occurred, at most 31 days from it. */
  quarter_hour?: string
  at?: string
  type?: 'visit' | 'conversion'
  bot?: 0 | 1
  utm_source?: string
  utm_medium?: string
  utm_campaign?: string
  channel?: Channel
  referring_site?: string
  conversion_type?: string
  n: number
  version?: number
  gone?: 0 | 1
}

const QUARTER_HOUR = '2026-03-01 09:30:00'

export const trafficRow = ({ quarter_hour = QUARTER_HOUR, ...row }: Traffic) => ({
  quarter_hour,
  at: quarter_hour,
  type: 'visit',
  bot: 0,
  channel: 'Referral',
  version: 1,
  gone: 0,
  ...row,
})

/** A/B events of a variant. */
export const variantRow = (row: {
  variant: string
  event: 'variant_assigned' | 'conversion'
  conversion_type?: string
  bot?: 0 | 1
  n: number
}) => ({
  quarter_hour: QUARTER_HOUR,
  at: QUARTER_HOUR,
  model: 'ab_event',
  type: 'ab_test',
  test_name: 'landingPage',
  bot: 0,
  version: 1,
  gone: 0,
  ...row,
})

/** Minutes after 09:30. */
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 9, 30) + minutes * 60_000)
const minute = (minutes: number) => at(minutes).toISOString().slice(0, 19).replace('T', ' ')
const exact = (minutes: number) => at(minutes).toISOString().slice(0, 23).replace('T', ' ')

export const exposureRow = (session: string, variant: string, minutes: number, bot: 0 | 1 = 0) => ({
  minute: minute(minutes),
  kind: 'exposure',
  session,
  at: exact(minutes),
  bot,
  test_name: 'landingPage',
  variant,
  n: 1,
  version: 1,
  gone: 0,
})

export const conversionRow = (session: string, minutes: number, bot: 0 | 1 = 0) => ({
  minute: minute(minutes),
  kind: 'conversion',
  session,
  at: exact(minutes),
  bot,
  conversion_type: 'button_click',
  n: 1,
  version: 1,
  gone: 0,
})
