/** The inboxes: lists with counts, pages, details, reply times and files. */
import { dayOf } from '../days.ts'
import {
  firstReplyAt,
  inboxCounts,
  isCustomer,
  isDue,
  isInInbox,
  isLate,
  isQualified,
  isTrial,
  median,
  othersOf,
  replyDueAt,
} from '../definitions/leads.ts'
import { isDayIn } from '../definitions/traffic.ts'
import type { Lead, Onboarding } from '../facts.ts'
import { iso, type Look, queryOf, type Range, rangesOf } from './look.ts'

type Filter = Record<string, string>
type Page = { items: { id: string }[]; nextCursor: string | null }

export const compareLeads = async (look: Look): Promise<void> => {
  const { business, system, compare } = look
  const { zone, now } = business
  const today = dayOf(zone, now)
  const inbox = business.leads.filter(isInInbox).toSorted((a, b) => b.at - a.at)

  const FILTERS: readonly [Filter, (lead: Lead) => boolean][] = [
    [{}, () => true],
    [{ spam: 'include' }, () => true],
    [{ spam: 'only' }, ({ spam }) => spam !== ''],
    ...(['new', 'contacted', 'qualified', 'closed'] as const).map(
      (status): [Filter, (lead: Lead) => boolean] => [{ status }, lead => lead.status === status],
    ),
    [{ source: 'trial_signup_page' }, ({ source }) => source === 'trial_signup_page'],
    [{ campaign: 'spring_roofing' }, ({ tags }) => tags.campaign === 'spring_roofing'],
    [{ utmSource: 'google' }, ({ tags }) => tags.source === 'google'],
    [{ variant: 'v2' }, ({ variant }) => variant === 'v2'],
    [{ reached: 'qualified' }, isQualified],
    [{ reached: 'trial' }, lead => isTrial(business, lead)],
    [{ reached: 'onboarding' }, lead => isCustomer(business, lead)],
    [{ owner: 'me' }, ({ owner }) => owner !== null],
    [{ owner: 'none' }, ({ owner }) => owner === null],
    [{ waiting: 'yes' }, ({ status }) => status === 'new'],
    [{ waiting: 'late' }, lead => isLate(lead, now)],
    [{ followUp: 'due' }, lead => isDue(lead, today)],
    [{ followUp: 'overdue' }, lead => isDue(lead, today) && (lead.followUp ?? '') < today],
    [
      { followUp: 'later' },
      ({ followUp, status }) => followUp !== null && followUp > today && status !== 'closed',
    ],
    [{ followUp: 'none' }, ({ followUp }) => followUp === null],
    [{ q: 'person1' }, ({ email }) => email.toLowerCase().includes('person1')],
  ]
  const ranges = rangesOf(look).filter(({ query }) => query.startsWith('from'))
  const calls = [
    ...FILTERS.map(([filter, holds]) => ({ filter, holds })),
    ...ranges.map(range => ({
      filter: daysOf(range),
      holds: ({ at }: Lead) => isDayIn(dayOf(zone, at), range),
    })),
  ]
  const unmarked = inbox.filter(({ spam }) => spam === '')
  for (const { filter, holds } of calls) {
    const found = inbox.filter(lead => holds(lead) && (filter.spam !== undefined || lead.spam === ''))
    const query = queryOf({ query: '', from: null, to: null }, { ...filter, limit: '100' })
    const call = `/api/admin/leads/search${query}`
    const page = await system.get<Page>(call)
    const because = () => found
    compare.same(
      'leads counts',
      call,
      { ...inboxCounts(found, business), inbox: inboxCounts(unmarked, business) },
      page,
      because,
    )
    compare.same('leads lists', call, { items: found.slice(0, 100).map(({ id }) => ({ id })) }, page, because)
    if (Object.keys(filter).length === 0 || filter.spam) {
      const shown = found.slice(0, 100)
      const theirs = new Map(page.items.map(item => [item.id, item]))
      for (const lead of shown)
        compare.same('leads fields', `${call} ${lead.id}`, shownAs(look, lead), theirs.get(lead.id), () => [
          lead,
        ])
    }
    const times = `/api/admin/reply-times${queryOf({ query: '', from: null, to: null }, filter)}`
    compare.same('reply times', times, replyTimesOf(found), await system.get(times), () =>
      found.map(({ id, at, moves }) => ({ id, at, moves })),
    )
    const file = `/api/admin/leads.csv${queryOf({ query: '', from: null, to: null }, filter)}`
    const lines = found.map(one => [
      one.id,
      one.name,
      one.email,
      null,
      one.business,
      null,
      one.status,
      one.source,
      iso(one.at),
    ])
    compareFile(look, 'CSV leads', file, lines, await system.file(file))
  }

  // The pages together must list each lead once.
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = queryOf({ query: 'limit=7', from: null, to: null }, cursor === '' ? {} : { cursor })
    const page: Page = await system.get<Page>(`/api/admin/leads/search${query}`)
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  compare.same(
    'leads cursors',
    '/api/admin/leads/search?limit=7, page by page',
    unmarked.map(({ id }) => id),
    ids,
  )

  for (const lead of inbox.slice(0, 40)) {
    const others = othersOf(business, lead)
    const call = `/api/admin/leads/${lead.id}`
    const answer = await system.get<{ samePerson: { id: string }[] }>(call)
    const sorted = (list: { id: string }[]) => list.map(({ id }) => id).toSorted()
    compare.same('same person', call, sorted(others), sorted(answer.samePerson), () => [lead, ...others])
  }
  await compareOnboarding(look)
}

const daysOf = ({ from, to }: Range): Filter => ({
  ...(from === null ? {} : { from }),
  ...(to === null ? {} : { to }),
})

const shownAs = ({ business }: Look, lead: Lead): object => {
  const reply = firstReplyAt(lead)
  const { source, medium, campaign, content, term } = lead.tags
  return {
    ...{
      id: lead.id,
      name: lead.name,
      email: lead.email,
      phone: lead.phone,
      status: lead.status,
      source: lead.source,
    },
    sessionId: lead.session,
    followUp: lead.followUp,
    firstTouchUtm: {
      utm_source: source,
      utm_medium: medium,
      utm_campaign: campaign,
      utm_content: content,
      utm_term: term,
    },
    variant: lead.variant,
    firstReplyAt: reply === null ? null : iso(reply),
    replyDueAt: iso(replyDueAt(lead)),
    samePerson: othersOf(business, lead).length,
    createdAt: iso(lead.at),
  }
}

const replyTimesOf = (leads: readonly Lead[]): object => {
  const seconds = leads.flatMap(lead => {
    const reply = firstReplyAt(lead)
    return reply === null ? [] : [{ owner: lead.owner, seconds: (reply - lead.at) / 1000 }]
  })
  const middle = (some: typeof seconds) => {
    const value = median(some.map(one => one.seconds))
    return { answered: some.length, medianSeconds: value === null ? null : Math.round(value) }
  }
  return middle(seconds)
}

/** null: a cell that the oracle does not compare (telephone number, message). `api/inbox/csv.test.ts` tests these. */
const compareFile = (
  { compare }: Look,
  area: string,
  call: string,
  ours: readonly (string | null)[][],
  file: string,
): void => {
  const [, ...rows] = cellsOf(file.replace('\ufeff', ''))
  compare.same(area, call, ours.length, rows.length)
  for (const [index, row] of ours.entries())
    for (const [column, cell] of row.entries())
      if (cell !== null)
        compare.same(
          area,
          call,
          cell,
          rows[index]?.[column],
          undefined,
          `line ${index + 2}, column ${column + 1}`,
        )
}

const cellsOf = (file: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, bare = '', end = ''] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

const compareOnboarding = async (look: Look): Promise<void> => {
  const { business, system, compare } = look
  const inbox = business.onboarding.filter(({ deleted }) => !deleted).toSorted((a, b) => b.at - a.at)
  const erased = new Set(business.leads.filter(one => one.erased).map(({ email }) => email.toLowerCase()))
  const there = inbox.filter(({ email }) => !erased.has(email.toLowerCase()))
  const unmarked = there.filter(({ spam }) => spam === '')
  const range = rangesOf(look).at(-1)
  const calls: [Filter, (form: Onboarding) => boolean][] = [
    [{}, ({ spam }) => spam === ''],
    [{ spam: 'only' }, ({ spam }) => spam !== ''],
    [{ spam: 'include' }, () => true],
    ...(range
      ? [
          [
            daysOf(range),
            ({ spam, at }: Onboarding) => spam === '' && isDayIn(dayOf(business.zone, at), range),
          ] as [Filter, (form: Onboarding) => boolean],
        ]
      : []),
  ]
  for (const [filter, holds] of calls) {
    const found = there.filter(holds)
    const query = queryOf({ query: '', from: null, to: null }, filter)
    const call = `/api/admin/onboarding/search${query}`
    const items = found
      .slice(0, 25)
      .map(({ id, name, email, at }) => ({ id, fullName: name, emailAddress: email, createdAt: iso(at) }))
    const ours = { total: found.length, inbox: { total: unmarked.length }, items }
    compare.same('onboarding lists', call, ours, await system.get(call), () => found)
    const file = `/api/admin/onboarding.csv${query}`
    const lines = found.map(one => [
      one.id,
      one.name,
      one.business || 'None',
      one.email,
      null,
      '',
      'No',
      'roof',
      'Leeds',
      '',
      iso(one.at),
    ])
    compareFile(look, 'CSV onboarding', file, lines, await system.file(file))
  }
}
