/** Views of single visits, conversions and sessions, and of their sums. */
import { visitorDays } from '../../definitions/campaigns.ts'
import { channelOf, siteOf } from '../../definitions/channels.ts'
import { sessionsOf } from '../../definitions/sessions.ts'
import { countsOf, isConversion, pathOf, sourceOf } from '../../definitions/traffic.ts'
import type { Event, Tags } from '../../facts.ts'
import { type Look, stamp } from '../look.ts'
import { type Row, TOUCH, touch, type Views } from './view.ts'

const whole = ({ content, term, ...tags }: Tags) => ({ ...touch({ content, term, ...tags }), content, term })

/** The referring domain in lower case. The referrer of an erased visit holds only the site. */
const domainOf = (referrer: string): string =>
  (/^[a-z-]+:\/\/([^/?#]*)/.exec(referrer)?.[1] ?? referrer).toLowerCase()
const origin = (event: Event) => ({ channel: channelOf(event), referring_site: siteOf(event) })

export const compareTrafficViews = async (
  { business }: Look,
  { day, visits, view, grouped, by, learnSessions }: Views,
): Promise<void> => {
  const { zone } = business
  const shownVisits = await view(
    'visits',
    ['visited_at'],
    ['clock_skew'],
    visits.map(event => ({
      visited_at: stamp(event.at),
      day: day(event.at),
      ...whole(event.tags),
      page: pathOf(event.page),
      referrer_site: domainOf(event.referrer),
      device: event.agent.device,
      browser: event.agent.browser,
      clock_skew: 0 - event.ahead,
      ...origin(event),
      click_ids: event.clickIds.join(),
      host: '',
    })),
  )
  const conversions = business.events.filter(isConversion)
  const shownConversions = await view(
    'conversions',
    ['converted_at'],
    ['clock_skew'],
    conversions.map(event => ({
      converted_at: stamp(event.at),
      day: day(event.at),
      conversion_type: event.type,
      ...whole(event.tags),
      page: pathOf(event.page),
      form: event.form,
      clock_skew: 0 - event.ahead,
      ...origin(event),
    })),
  )
  learnSessions(shownVisits, 'visited_at')
  learnSessions(shownConversions, 'converted_at')

  await by(
    'quarter_hours',
    ['quarter_hour', 'source', 'medium', 'campaign'],
    grouped(({ at, tags }) => ({
      quarter_hour: stamp(Math.floor(at / 900_000) * 900_000)?.slice(0, 19),
      day: day(at),
      ...touch(tags),
    })),
    countsOf,
  )
  await by(
    'campaign_days',
    TOUCH,
    grouped(({ at, tags }) => ({ day: day(at), ...touch(tags) })),
    countsOf,
  )
  await by(
    'channel_days',
    ['day', 'channel', 'referring_site'],
    grouped(event => ({ day: day(event.at), ...origin(event) })),
    countsOf,
  )
  await by(
    'conversion_days',
    [...TOUCH, 'conversion_type'],
    grouped(({ at, type, tags }) => ({ day: day(at), conversion_type: type, ...touch(tags) }), conversions),
    events => ({ conversions: events.length }),
  )
  const values = [...new Set(visits.map(({ tags }) => tags.campaign))].filter(value => value !== '')
  await view(
    'campaign_visitor_days',
    ['day', 'campaign'],
    ['visitors'],
    values.flatMap(campaign =>
      [
        ...Map.groupBy(
          visitorDays(business, ({ tags }) => tags.campaign === campaign),
          one => one,
        ),
      ].map(([one, all]) => ({
        ...{ day: one, campaign, visitors: all.length },
      })),
    ),
    row => visits.filter(({ tags }) => tags.campaign === row?.campaign),
  )

  const links = Map.groupBy(visits, ({ tags }) => JSON.stringify(touch(tags)))
  await view(
    'campaign_link_visitor_days',
    TOUCH,
    ['visitors'],
    [...links].flatMap(([link, own]) => {
      const tags = JSON.parse(link) as ReturnType<typeof touch>
      const days = Map.groupBy(
        visitorDays({ events: own, zone }, () => true),
        one => one,
      )
      return tags.campaign === ''
        ? []
        : [...days].map(([one, all]) => ({ day: one, ...tags, visitors: all.length }))
    }),
    row => visits.filter(({ tags }) => tags.campaign === row?.campaign),
  )

  const sessions = sessionsOf(business)
  const begun = new Map(sessions.map(session => [session.id, session]))
  const beginnings = (name: string, keyOf: (event: Event) => Row, keys: string[]) => {
    const firsts = new Set(sessions.map(({ first }) => first))
    return by(
      name,
      ['day', ...keys, 'source', 'campaign'],
      grouped(event => ({
        day: day(event.at),
        ...keyOf(event),
        source: sourceOf(event.tags),
        campaign: event.tags.campaign,
      })),
      events => ({ sessions: events.filter(event => firsts.has(event)).length, ...countsOf(events) }),
    )
  }
  await beginnings(
    'landing_page_days',
    ({ session }) => ({ landing_page: begun.get(session)?.landingPage ?? '' }),
    ['landing_page'],
  )
  await beginnings(
    'device_days',
    ({ session }) => {
      const { device = '', browser = '' } = begun.get(session)?.first.agent ?? {}
      return { device, browser }
    },
    ['device', 'browser'],
  )
  const shownSessions = await view(
    'sessions',
    ['started_at'],
    ['visits', 'conversions'],
    sessions.map(({ first, landingPage, firstConverted, ...counts }) => ({
      started_at: stamp(first.at),
      day: day(first.at),
      ...touch(first.tags),
      landing_page: landingPage,
      visits: counts.visits,
      conversions: counts.conversions,
      first_converted_at: stamp(firstConverted),
      device: first.agent.device,
      browser: first.agent.browser,
      ...origin(first),
    })),
    row => sessions.find(({ first }) => stamp(first.at) === row?.started_at)?.events ?? [],
  )
  learnSessions(shownSessions, 'started_at')

  const bots = business.events.filter(({ agent }) => agent.bot !== '')
  const typeOf = ({ kind }: Event) => (kind === 'visit' || kind === 'conversion' ? kind : 'ab_test')
  await by(
    'excluded_days',
    ['day', 'type', 'reason'],
    grouped(event => ({ day: day(event.at), type: typeOf(event), reason: event.agent.bot }), bots),
    events => ({ events: events.length }),
  )
}
