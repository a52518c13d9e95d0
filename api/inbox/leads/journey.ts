import { DAY_MS } from '@firsttouch/infra/platform/timing'
import type { FastifyBaseLogger } from 'fastify'
import type { Lead, LeadJourney, Touch } from '../../contract/leads.ts'
import type { ReadModel } from '../../deps.ts'

type Step = LeadJourney['steps'][number]
type Row = Omit<Step, 'utm'> & Touch

const STEPS = 200
const WITHIN_MS = 3_000

/** If ClickHouse does not answer, returns the state `unavailable`, so that the lead's page still works. */
export const readJourney = async (
  lead: Lead,
  { rows }: ReadModel,
  log: FastifyBaseLogger,
): Promise<LeadJourney> => {
  if (!lead.sessionId) return { ...NOTHING, ...known(lead), state: 'no_session' }
  try {
    const since = startOf(lead)
    const found = await rows<Row>(EVENTS, { session: lead.sessionId, since }, WITHIN_MS)
    return { ...journeyOf(lead, found.map(stepOf)), state: 'known' }
  } catch (error) {
    log.warn(error)
    return { ...NOTHING, ...known(lead), state: 'unavailable' }
  }
}

const NOTHING = { lastTouch: null, visits: 0, conversions: 0, pages: [], steps: [] }

const known = ({ firstTouchUtm, variant }: Lead) => ({
  firstTouch: { ...firstTouchUtm, channel: '', referringSite: '' },
  variant,
})

const journeyOf = (lead: Lead, steps: Step[]): Omit<LeadJourney, 'state'> => {
  const visits = steps.filter(step => step.type === 'visit')
  return {
    ...known(lead),
    // If the form sent tags, they replace those of the session's first visit.
    firstTouch: {
      ...(visits[0]?.utm ?? known(lead).firstTouch),
      ...(Object.values(lead.firstTouchUtm).some(Boolean) && lead.firstTouchUtm),
    },
    variant: steps.find(step => step.type === 'ab_test')?.variant || lead.variant,
    lastTouch: lastTouch(lead, visits),
    visits: visits.length,
    conversions: steps.filter(step => step.type === 'conversion').length,
    pages: [...Map.groupBy(visits, ({ pagePath }) => pagePath)].map(([path, own]) => ({
      path,
      visits: own.length,
    })),
    steps: steps.slice(-STEPS),
  }
}

/** Prefers the last visit with tags or a paid click, because other visits usually come from a page of the site. */
const lastTouch = (lead: Lead, visits: Step[]): Touch | null => {
  const before = visits.filter(step => step.at <= lead.createdAt)
  const tagged = before.findLast(
    ({ utm }) =>
      utm.utm_campaign || (utm.utm_medium && utm.utm_medium !== 'organic') || utm.channel.startsWith('Paid'),
  )
  return (tagged ?? before.at(0))?.utm ?? null
}

const stepOf = ({ at, channel, referringSite, ...row }: Row): Step => {
  const { utm_source, utm_medium, utm_campaign, utm_content, utm_term, ...step } = row
  const utm = { utm_source, utm_medium, utm_campaign, utm_content, utm_term, channel, referringSite }
  return { ...step, at: `${at.replace(' ', 'T')}Z`, utm }
}

/** One day before the session's start, because clocks may be wrong. Seconds since 1970, or 0 for an unknown start. */
const startOf = ({ sessionId, createdAt }: Lead): number => {
  const time = Number(/^utm_(\d{13})_/.exec(sessionId)?.[1] ?? 0)
  return time > Date.parse(createdAt) + DAY_MS ? 0 : Math.max(0, Math.floor((time - DAY_MS) / 1000))
}

// Deduplicates with LIMIT 1 BY, because FINAL would merge every granule of the time range.
const EVENTS = `
  SELECT type, toString(occurred_at) AS at, page_path AS pagePath, referrer, conversion_type AS conversionType,
    test_name AS testName, variant, utm_source, utm_medium, utm_campaign, utm_content, utm_term, channel,
    referring_site AS referringSite
  FROM (
    SELECT * FROM {db:Identifier}.events
    WHERE session = {session:String} AND type IN ('visit', 'conversion', 'ab_test') AND minute >= toDateTime({since:UInt32}, 'UTC')
    ORDER BY version DESC LIMIT 1 BY id
  )
  ORDER BY occurred_at, id LIMIT 2000`
