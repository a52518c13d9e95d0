/** The analysts' views, every row and column, as `npm run sql` gives them. */
import { dayOf } from '../days.ts'
import { visitorDays } from '../definitions/campaigns.ts'
import {
  DECLARED,
  type Participant,
  participantsOf,
  periodsOf,
  reachedGoal,
} from '../definitions/experiments.ts'
import { isCountedLead, isCustomer, isQualified, isTrial, qualifiedAt } from '../definitions/leads.ts'
import { sessionsOf } from '../definitions/sessions.ts'
import { costsOf, knownCosts, tagsOfCost } from '../definitions/spend.ts'
import { countsOf, isConversion, isCounted, isVisit, pathOf, sourceOf } from '../definitions/traffic.ts'
import type { Event, Lead, Spend, Tags } from '../facts.ts'
import { type Look, stamp } from './look.ts'

type Row = Record<string, unknown>

export const compareViews = async (look: Look): Promise<void> => {
  const { business, system, compare } = look
  const { zone } = business
  const day = (at: number) => dayOf(zone, at)
  const counted = business.events.filter(isCounted)
  const touch = ({ source, medium, campaign }: Tags) => ({ source: source || 'direct', medium, campaign })
  const whole = ({ content, term, ...tags }: Tags) => ({
    ...touch({ content, term, ...tags }),
    content,
    term,
  })

  /** Beside them `freshness` says how far the log is counted, which is no number of the business. */
  const compared = new Set(['about', 'freshness'])

  /** 64-bit numbers come as texts, booleans as numbers. */
  const plain = (row: Row, numbers: readonly string[]): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        numbers.includes(name) && value !== null ? Number(value) : value,
      ]),
    )
  const view = async <Ours extends Row>(
    name: string,
    keys: readonly string[],
    numbers: readonly string[],
    ours: readonly Ours[],
    because?: (row: Ours | undefined) => readonly unknown[],
  ): Promise<Row[]> => {
    compared.add(name)
    const theirs = (await system.sql<Row>(`SELECT * FROM ${name}`)).map(row => plain(row, numbers))
    compare.rows(
      `view ${name}`,
      `SELECT * FROM ${name}`,
      row => keys.map(key => row[key]).join(' | '),
      ours,
      theirs,
      because,
    )
    // Every column that there is has to be compared.
    const [one] = theirs
    const missing =
      one && ours[0]
        ? Object.keys(one).filter(column => !(column in (ours[0] as Row)) && !SEEN_ELSEWHERE.has(column))
        : []
    compare.same(`view ${name}`, 'columns without a definition', [], missing)
    return theirs
  }
  /** Counts by what `keyOf` makes of each event. */
  const grouped = (keyOf: (event: Event) => Row, events = counted): (Row & { events: Event[] })[] =>
    [...Map.groupBy(events, event => JSON.stringify(keyOf(event)))].map(([key, own]) => ({
      ...(JSON.parse(key) as Row),
      events: own,
    }))
  const bare = ({ events: _, ...row }: Row & { events: Event[] }): Row => row
  const TOUCH = ['day', 'source', 'medium', 'campaign']
  const by = async (
    name: string,
    keys: string[],
    groups: (Row & { events: Event[] })[],
    count: (events: Event[]) => Row,
  ) => {
    const ours = groups.map(group => ({ ...bare(group), ...count(group.events) }))
    const numbers = Object.keys(count([]))
    const keyOf = (row: Row) => keys.map(key => row[key]).join(' | ')
    await view(
      name,
      keys,
      numbers,
      ours,
      row => groups.find(group => row && keyOf(group) === keyOf(row))?.events ?? [],
    )
  }

  // A session's number is learnt from its events, no two of which are of one moment.
  const seen = new Map<string, unknown>()
  const learn = (session: string, number: unknown) => {
    const known = seen.get(session)
    if (known === undefined) seen.set(session, number)
    else compare.same('views join', `session ${session}`, known, number)
  }
  const visits = business.events.filter(isVisit)
  const shownVisits = await view(
    'visits',
    ['visited_at'],
    ['clock_skew'],
    visits.map(event => ({
      visited_at: stamp(event.at),
      day: day(event.at),
      ...whole(event.tags),
      page: pathOf(event.page),
      referrer_site: siteOf(event.referrer),
      device: event.agent.device,
      browser: event.agent.browser,
      clock_skew: 0 - event.ahead,
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
    })),
  )
  const byTime = new Map(counted.map(event => [stamp(event.at), event]))
  for (const row of [...shownVisits, ...shownConversions]) {
    const event = byTime.get(String(row.visited_at ?? row.converted_at))
    if (event) learn(event.session, row.session_number)
  }

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
    })),
    row => sessions.find(({ first }) => stamp(first.at) === row?.started_at)?.events ?? [],
  )
  for (const row of shownSessions) {
    const event = byTime.get(String(row.started_at))
    if (event) learn(event.session, row.session_number)
  }
  const bots = business.events.filter(({ agent }) => agent.bot !== '')
  const typeOf = ({ kind }: Event) => (kind === 'visit' || kind === 'conversion' ? kind : 'ab_test')
  await by(
    'excluded_days',
    ['day', 'type', 'reason'],
    grouped(event => ({ day: day(event.at), type: typeOf(event), reason: event.agent.bot }), bots),
    events => ({ events: events.length }),
  )

  // Split tests.
  const participants = participantsOf(business)
  const shownParticipants = await view(
    'experiment_sessions',
    ['test', 'exposed_at'],
    [],
    participants.map(one => ({
      test: one.test,
      variant: one.variant,
      exposed_at: stamp(one.at),
      day: day(one.at),
      saw_both: one.sawBoth ? 1 : 0,
      conversion_types: [...new Set(one.conversions.map(({ type }) => type))].toSorted(),
      converted: one.conversions.length > 0 ? 1 : 0,
      in_run: one.inRun ? 1 : 0,
    })),
    row =>
      participants
        .filter(({ at }) => stamp(at) === row?.exposed_at)
        .flatMap(({ conversions }) => conversions),
  )
  for (const row of shownParticipants) {
    const one = participants.find(({ at }) => stamp(at) === row.exposed_at)
    if (one) learn(one.session, row.session_number)
  }
  const arms = (
    list: readonly Participant[],
    converts = ({ conversions }: Participant) => conversions.length > 0,
  ) => {
    const counted = list.filter(({ sawBoth }) => !sawBoth)
    return {
      visitors: counted.length,
      converters: counted.filter(converts).length,
      saw_both: list.length - counted.length,
    }
  }
  const inRuns = participants.filter(({ inRun }) => inRun)
  const armsBy = (keyOf: (one: Participant) => Row, converts?: (one: Participant) => boolean) =>
    [...Map.groupBy(inRuns, one => JSON.stringify(keyOf(one)))].map(
      ([key, own]): Row & ReturnType<typeof arms> => ({
        ...(JSON.parse(key) as Row),
        ...arms(own, converts),
      }),
    )
  const ARMS = ['visitors', 'converters', 'saw_both']
  const seenOn = (row: Row | undefined) =>
    inRuns.filter(({ at, test }) => day(at) === row?.day && test === row.test)
  await view(
    'experiment_days',
    ['day', 'test', 'variant'],
    ARMS,
    armsBy(({ at, test, variant }) => ({ day: day(at), test, variant })),
    seenOn,
  )
  await view(
    'experiment_results_v1',
    ['test', 'variant'],
    [...ARMS, 'conversion_rate'],
    armsBy(({ test, variant }) => ({ test, variant })).map(row => ({
      ...row,
      conversion_rate: row.visitors === 0 ? 0 : (100 * row.converters) / row.visitors,
    })),
  )
  await view(
    'experiment_results',
    ['day', 'test', 'run', 'variant'],
    ARMS,
    armsBy(
      ({ at, test, variant, period }) => ({ day: day(at), test, run: period.run, variant }),
      one => reachedGoal(business, one, one.period.goal),
    ),
    seenOn,
  )
  await view(
    'experiment_periods',
    ['test', 'began_at'],
    [],
    DECLARED.flatMap(({ test }) =>
      periodsOf(business, test).map(({ began, ended, goal: _, ...period }) => ({
        ...period,
        began_at: stamp(began),
        ended_at: stamp(ended),
      })),
    ),
  )
  await view(
    'experiments',
    ['test'],
    ['steps'],
    DECLARED.map(({ test }) => {
      const period = periodsOf(business, test).at(-1)
      const steps = business.steps.filter(step => step.test === test)
      return {
        test,
        state: period?.state,
        since: stamp(period?.began ?? null),
        run: period?.run,
        variants: period?.variants,
        shares: period?.shares,
        winner: period?.winner,
        goal: period?.goal,
        steps: steps.length,
      }
    }),
  )

  // Leads, campaigns, costs.
  const lastTouch = (lead: Lead): Tags => {
    const tagged = visits.filter(
      ({ session, at, tags }) =>
        session === lead.session &&
        at <= lead.at &&
        (tags.campaign !== '' || (tags.medium !== '' && tags.medium !== 'organic')),
    )
    return tagged.toSorted((a, b) => a.at - b.at).at(-1)?.tags ?? lead.tags
  }
  const listed = business.leads.filter(({ deleted }) => !deleted)
  await view(
    'leads',
    ['recorded_at'],
    [],
    listed.map(lead => {
      const [first, last] = [touch(lead.tags), touch(lastTouch(lead))]
      return {
        recorded_at: stamp(lead.at),
        day: day(lead.at),
        form: lead.source === 'trial_signup_page' ? 'trial_signup' : lead.source,
        status: lead.status,
        spam: lead.spam === '' ? 0 : 1,
        ...first,
        last_source: last.source,
        last_medium: last.medium,
        last_campaign: last.campaign,
        variant: lead.variant,
        became_trial: isTrial(business, lead) ? 1 : 0,
        became_onboarding: isCustomer(business, lead) ? 1 : 0,
        qualified_at: stamp(qualifiedAt(lead)),
      }
    }),
    row => listed.filter(({ at }) => stamp(at) === row?.recorded_at),
  )
  await view(
    'campaigns',
    ['campaign', 'source', 'medium'],
    [],
    business.campaigns.map(({ tags, name, platform, date, active, archivedAt, createdAt }) => ({
      ...{ ...tags, name, platform, date, active: active ? 1 : 0, archived: archivedAt === null ? 0 : 1 },
      archived_at: stamp(archivedAt),
      created_at: stamp(createdAt),
    })),
  )
  const costs = costsOf(business)
  const named = (cost: Pick<Spend, 'day' | 'campaign' | 'source' | 'medium'>) => ({
    ...{ day: cost.day, campaign: cost.campaign, ...tagsOfCost(business, cost) },
  })
  const saidOf = (row: Row | undefined) =>
    business.spend.filter(one => one.day === row?.day && one.campaign === row.campaign)
  await view(
    'spend',
    ['day', 'campaign', 'source', 'medium'],
    ['cost', 'clicks'],
    costs.map(cost => ({
      ...named(cost),
      ...{ cost: cost.pence / 100, clicks: cost.clicks, currency: 'GBP', changed_at: stamp(cost.changedAt) },
    })),
    saidOf,
  )
  await view(
    'spend_reports',
    ['day', 'campaign', 'source', 'medium', 'platform'],
    ['cost', 'clicks'],
    knownCosts(business).map(({ word, counts }) => ({
      ...named(word),
      ...{ platform: word.report === 'typed' ? '' : word.report, account: '', cost: (word.pence ?? 0) / 100 },
      ...{ clicks: word.clicks, currency: 'GBP', counts: counts ? 1 : 0, changed_at: stamp(word.at) },
    })),
    saidOf,
  )

  const armOf = new Map(
    participants
      .filter(({ test }) => test === 'landingPage')
      .map(({ session, variant }) => [session, variant]),
  )
  const NO_COUNTS = { visits: 0, sessions: 0, leads: 0, trials: 0, qualified: 0, closed: 0, onboarding: 0 }
  type FunnelRow = Row & typeof NO_COUNTS & { cost: number | null; qualified_v1: number }
  const rows = new Map<string, FunnelRow>()
  const rowOf = (keys: Row): FunnelRow => {
    const key = JSON.stringify(keys)
    const row = rows.get(key) ?? { ...keys, ...NO_COUNTS, qualified_v1: 0, cost: null }
    rows.set(key, row)
    return row
  }
  for (const [session, own] of Map.groupBy(visits, ({ session }) => session)) {
    const [first] = own.toSorted((a, b) => a.at - b.at)
    if (!first) continue
    const row = rowOf({ day: day(first.at), ...touch(first.tags), variant: armOf.get(session) ?? '' })
    row.visits += own.length
    row.sessions += 1
  }
  for (const lead of business.leads.filter(isCountedLead)) {
    const row = rowOf({ day: day(lead.at), ...touch(lead.tags), variant: lead.variant })
    row.leads += 1
    row.trials += isTrial(business, lead) ? 1 : 0
    row.qualified += isQualified(lead) ? 1 : 0
    row.qualified_v1 += lead.status === 'qualified' ? 1 : 0
    row.closed += lead.status === 'closed' ? 1 : 0
    row.onboarding += isCustomer(business, lead) ? 1 : 0
  }
  const touchOf = ({ day: one, source, medium, campaign }: ReturnType<typeof named>) => ({
    day: one,
    source,
    medium,
    campaign,
  })
  const FUNNEL = [...TOUCH, 'variant']
  const counts = Object.keys(NO_COUNTS)
  await view(
    'campaign_funnel_v1',
    FUNNEL,
    counts.filter(name => name !== 'closed'),
    [...rows.values()].map(
      ({ closed: _, cost: __, qualified_v1, ...row }): Row => ({ ...row, qualified: qualified_v1 }),
    ),
    row => business.leads.filter(({ at, tags }) => day(at) === row?.day && tags.campaign === row.campaign),
  )
  for (const cost of costs) {
    const row = rowOf({ ...touchOf(named(cost)), variant: '' })
    row.cost = (row.cost ?? 0) + cost.pence / 100
  }
  await view(
    'campaign_funnel',
    FUNNEL,
    [...counts, 'cost'],
    [...rows.values()].map(({ qualified_v1: _, ...row }) => row),
    row => business.leads.filter(({ at, tags }) => day(at) === row?.day && tags.campaign === row.campaign),
  )
  compare.same(
    'view about',
    'SELECT * FROM about',
    [{ time_zone: zone }],
    await system.sql('SELECT * FROM about'),
  )
}

/** Numbers that join views, what the site calls its tests, and times that other stores tell. */
const SEEN_ELSEWHERE = new Set([
  'session_number',
  'lead_number',
  'title',
  'page',
  'planned_visitors',
  'changed_at',
])

/** The domain that linked, in small letters. */
const siteOf = (referrer: string): string => /^[a-z-]+:\/\/([^/?#]*)/.exec(referrer)?.[1]?.toLowerCase() ?? ''
