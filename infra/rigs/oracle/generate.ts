/** Generates months of a business's traffic ("the story") from a seed. Pure: the same seed gives the same story on any day. */
import { openRandom, type Random } from '../faults/random.ts'
import { addDays, DAY, dayOf, eachDay, startOf } from './days.ts'
import { type Agent, type Click, type Event, NO_TAGS, type Person, type Status, type Tags } from './facts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export type FormAction = {
  do: 'form'
  at: number
  form: 'contact_form' | 'promotional_popup' | 'trial_signup_page' | 'onboarding'
  person: Person
  session: string
  tags: Tags
  agent: Agent
  page: string
  variant: string
  trap: '' | 'honeypot' | 'forged_token'
  /** Sent twice with the same idempotency key. */
  twice: boolean
  /** Id of the browser's event for the same conversion. Empty if it sends none. */
  eventId: string
  click: Click | null
}
export type SpendEntry = { day: string; campaign: string; pence: number | null; clicks: number | null }
export type StepAction = {
  do: 'step'
  at: number
  test: string
  step: 'start' | 'pause' | 'resume' | 'end'
  shares?: Record<string, number>
  goal?: string
  winner?: string
}
export type Action =
  | { do: 'events'; at: number; events: Event[]; broken: number }
  | FormAction
  /** `lead`: index among the forms that make leads. */
  | {
      do: 'lead'
      at: number
      lead: number
      change: { status?: Status; spam?: boolean; owner?: boolean; followUp?: string | null }
    }
  | { do: 'delete'; at: number; lead: number; undone: boolean }
  | { do: 'campaign'; at: number; name: string; tags: Tags; platform: string; date: string }
  | {
      do: 'campaign change'
      at: number
      campaign: number
      change: { name?: string; isActive?: boolean; archived?: boolean }
    }
  | { do: 'spend'; at: number; report: 'typed' | 'Google Ads' | 'Meta Ads'; entries: SpendEntry[] }
  | StepAction
  | { do: 'erase'; at: number; lead: number }

export type Story = { zone: string; from: string; to: string; now: number; actions: Action[] }

/** Zones and the first day of a ten-week story with a clock change: at night, by half an hour, at midnight, or none. */
const WORLDS = [
  { zone: 'Europe/London', from: '2025-09-01' },
  { zone: 'America/New_York', from: '2025-02-03' },
  { zone: 'Europe/London', from: '2025-02-10' },
  { zone: 'Australia/Lord_Howe', from: '2025-03-01' },
  { zone: 'Africa/Cairo', from: '2025-03-20' },
  { zone: 'America/New_York', from: '2025-09-20' },
  { zone: 'Asia/Kathmandu', from: '2025-11-15' },
  { zone: 'America/Santiago', from: '2025-08-10' },
]
const DAYS = 66

const chrome = (system: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36`
const AGENTS: readonly Agent[] = [
  { text: chrome('Windows NT 10.0; Win64; x64'), device: 'desktop', browser: 'Chrome', bot: '' },
  {
    text: chrome('Linux; Android 14; Pixel 8').replace('Safari', 'Mobile Safari'),
    device: 'mobile',
    browser: 'Chrome',
    bot: '',
  },
  {
    text: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ...{ device: 'mobile', browser: 'Safari', bot: '' },
  },
  {
    text: 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
    ...{ device: 'tablet', browser: 'Safari', bot: '' },
  },
  {
    text: 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    ...{ device: 'desktop', browser: 'Firefox', bot: '' },
  },
  {
    text: `${chrome('Windows NT 10.0; Win64; x64')} Edg/126.0.0.0`,
    device: 'desktop',
    browser: 'Edge',
    bot: '',
  },
]
const BOTS: readonly Agent[] = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
].map(text => ({ text, device: '', browser: '', bot: 'user_agent' }))
/** Agents that do not count: an ordinary browser of the business's staff, and one in a data centre. */
const LEFT_OUT: readonly Agent[] = (['internal_opt_out', 'suspicious_data_center'] as const).map(bot => ({
  ...{ text: chrome('Windows NT 10.0; Win64; x64'), device: 'desktop', browser: 'Chrome', bot },
}))

const tags = (source: string, medium: string, campaign = '', content = '', term = ''): Tags => ({
  ...{ source, medium, campaign, content, term },
})
/** Where sessions come from. `weight`: how often. */
const CHANNELS: readonly { weight: number; tags: Tags; referrer: string; clickIds?: string[] }[] = [
  // Google Ads' automatic tag.
  { weight: 4, tags: tags('google', 'organic'), referrer: 'https://www.google.com/', clickIds: ['gclid'] },
  { weight: 16, tags: NO_TAGS, referrer: '' },
  { weight: 12, tags: tags('google', 'organic'), referrer: 'https://www.google.com/' },
  {
    weight: 12,
    tags: tags('google', 'cpc', 'spring_roofing', 'ad-1', 'roof repair'),
    referrer: 'https://www.google.com/',
  },
  { weight: 8, tags: tags('facebook', 'social', 'spring_roofing'), referrer: 'https://l.facebook.com/l.php' },
  { weight: 2, tags: tags('bing', 'cpc', 'spring_roofing'), referrer: 'https://www.bing.com/search?q=roof' },
  { weight: 10, tags: tags('google', 'cpc', 'emergency_24h'), referrer: 'https://www.google.co.uk/' },
  { weight: 6, tags: tags('facebook', 'cpm', 'gutters', 'video'), referrer: 'https://m.facebook.com/' },
  { weight: 2, tags: tags('newsletter', 'email', 'gutters'), referrer: '' },
  { weight: 4, tags: tags('direct_mail', 'print', 'winter_flyer'), referrer: '' },
  { weight: 3, tags: tags('google', 'cpc', 'sumer_sale'), referrer: 'https://www.google.com/' },
  { weight: 2, tags: tags('facebook', 'cpm', 'Gutters'), referrer: 'https://BING.com/a?b=c' },
  { weight: 2, tags: tags('tiktok', 'video', 'trend'), referrer: 'https://www.tiktok.com/@roof' },
  { weight: 2, tags: tags('bing', 'organic'), referrer: 'https://www.bing.com/' },
  { weight: 2, tags: tags('partner', 'referral'), referrer: 'https://partner.example/list?page=2' },
  { weight: 1, tags: tags('linkedin', 'social'), referrer: 'https://www.linkedin.com/' },
  { weight: 1, tags: tags('youtube', 'video', 'how_to'), referrer: 'https://www.youtube.com/watch' },
  {
    weight: 1,
    tags: tags('a "quoted" 😀, source', 'cpc', "o'neill"),
    referrer: 'https://xn--exmple-cua.example/',
  },
  { weight: 1, tags: tags('direct', 'none'), referrer: '' },
]
const CAMPAIGNS = [
  { name: 'Spring Roofing', tags: tags('google', 'cpc', 'spring_roofing'), platform: 'Google Ads' },
  { name: 'Spring Roofing', tags: tags('facebook', 'social', 'spring_roofing'), platform: 'Facebook' },
  { name: 'Emergency 24h', tags: tags('google', 'cpc', 'emergency_24h'), platform: 'Google Ads' },
  { name: 'Gutters', tags: tags('facebook', 'cpm', 'gutters', 'video'), platform: 'Facebook' },
  { name: 'Winter Flyer', tags: tags('direct_mail', 'print', 'winter_flyer'), platform: 'Direct mail' },
]
const PAGES = [
  '/',
  '/',
  '/',
  '/v2',
  '/original',
  '/trial-signup',
  '/pricing?plan=a',
  '/blog/roof#top',
  '/über',
]
const TYPES = ['button_click', 'button_click', 'whatsapp_click', 'stripe_intent']
const REFUSED = { type: 'visit', sessionId: 'not a session id!' }
export const BROKEN_EVENT = REFUSED

export const generate = (seed: number): Story => {
  const random = openRandom('oracle', seed)
  const { zone, from } = WORLDS[(seed - 1) % WORLDS.length] as (typeof WORLDS)[number]
  const to = addDays(from, DAYS - 1)
  const now = startOf(zone, to) + 15 * HOUR + 37 * MINUTE + 21_123
  const taken = new Set<number>()
  /** Gives each event its own moment, so that their order is unambiguous. */
  const moment = (wanted: number): number => {
    let at = Math.floor(wanted)
    while (taken.has(at)) at += 1
    taken.add(at)
    return at
  }
  const actions: Action[] = [
    ...traffic(random, { zone, from, to, now, moment }),
    ...offers({ zone, from, to }, random, moment),
    ...tests({ zone, from }, random, moment),
  ].toSorted((a, b) => a.at - b.at)
  const story: Action[] = [...actions, ...staffWork(random, actions, { zone, now, moment })].toSorted(
    (a, b) => a.at - b.at,
  )
  return { zone, from, to, now, actions: story.filter(({ at }) => at <= now) }
}

type Time = { zone: string; from: string; to: string; now: number; moment: (wanted: number) => number }

const pickChannel = (random: Random) => {
  let left = random.next() * CHANNELS.reduce((sum, { weight }) => sum + weight, 0)
  return CHANNELS.find(({ weight }) => {
    left -= weight
    return left < 0
  }) as (typeof CHANNELS)[number]
}

const idOf = (random: Random, at: number): string => {
  const time = at.toString(16).padStart(12, '0')
  const rest = Array.from({ length: 19 }, () => random.int(0, 15).toString(16)).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${'89ab'[random.int(0, 3)]}${rest.slice(3, 6)}-${rest.slice(6, 18)}`
}

/** Moves a time to one of a few fixed slots a day, because fewer slots need fewer logins of staff. */
const atWork = (zone: string, random: Random, wanted: number): number => {
  const day = startOf(zone, dayOf(zone, wanted))
  const next = [9, 16, 33].map(hours => day + hours * HOUR).find(slot => slot >= wanted) ?? wanted
  return next + random.int(0, 13 * MINUTE)
}

type Sending = { sentAt: number; event: Event }

/** Sessions of every day and their forms. Events may be late, repeated and batched with others. */
const traffic = (random: Random, { zone, from, to, now, moment }: Time): Action[] => {
  const sendings: Sending[] = []
  const forms: FormAction[] = []
  const people: Person[] = []
  let sessions = 0

  const begin = (day: string): void => {
    sessions += 1
    const session = `utm_${sessions}_${random.int(1e6, 9e6).toString(36)}`
    const agent = random.chance(0.1) ? random.pick([...BOTS, ...LEFT_OUT]) : random.pick(AGENTS)
    const hour = random.chance(0.12) ? random.pick([0, 0.001, 23.999, 23.5, 1, 2.01]) : 6 + 17 * random.next()
    let clock = startOf(zone, day) + hour * HOUR + random.int(0, 50 * MINUTE)
    const wrongClock = random.chance(0.02) && clock < now - 3 * DAY ? random.int(1, 22) * HOUR : 0
    const ahead =
      wrongClock === 0 && random.chance(0.05) ? random.pick([-200 * DAY, -3 * HOUR, 5 * HOUR, 40 * DAY]) : 0
    const late = random.chance(0.07) ? random.int(1, 24 * 24) * HOUR : 0
    const events: Event[] = []
    let channel = pickChannel(random)
    let firstTouch = channel.tags

    const add = (kind: Event['kind'], more: Partial<Event>): void => {
      const at = moment(clock)
      const known = {
        page: '',
        referrer: '',
        clickIds: [],
        type: '',
        form: '',
        test: '',
        variant: '',
        tags: NO_TAGS,
      }
      // Some senders give the id another time than the event's.
      const id = idOf(random, random.chance(0.05) ? at - random.int(0, 90) * MINUTE : at)
      const event: Event = { ...known, ...more, id, kind, at, session, agent, ahead }
      events.push(event)
      const sentAt = at - wrongClock + late + random.int(100, 3000)
      sendings.push({ sentAt, event })
      if (random.chance(0.05)) sendings.push({ sentAt: sentAt + random.int(0, 48) * HOUR, event })
      if (random.chance(0.015))
        sendings.push({ sentAt: sentAt + random.int(1, 30) * HOUR, event: another(random, event) })
    }
    const convert = () =>
      add('conversion', {
        type: random.pick(TYPES),
        page: random.pick(PAGES),
        tags: random.chance(0.05) ? NO_TAGS : firstTouch,
      })
    const visit = (page: string, referrer: string, clickIds: string[] = []) =>
      add('visit', { page, referrer, clickIds, tags: channel.tags })

    // An ad blocker may hide a session's visits but not its conversions.
    const isUnseen = random.chance(0.03)
    if (isUnseen) firstTouch = random.chance(0.5) ? tags('podcast', 'audio') : firstTouch
    const visits = isUnseen ? 0 : random.int(1, 5)
    for (let n = 0; n < visits; n++) {
      const page = random.pick(PAGES)
      if (n === 0) visit(page, channel.referrer, channel.clickIds)
      else visit(page, 'https://www.firsttouch.example/')
      if (n === 0 || page === '/trial-signup') {
        const test = page === '/trial-signup' ? 'trialHeading' : 'landingPage'
        const arms = test === 'trialHeading' ? ['control', 'freeWeek', 'askedWeek'] : ['control', 'v2']
        clock += random.int(-40, 300)
        add('exposure', { test, variant: random.pick(arms) })
        if (random.chance(0.03)) add('exposure', { test, variant: random.pick(arms) })
      }
      clock += random.chance(0.04) ? random.int(1, 60) * HOUR : random.int(3, 400) * 1000
      if (random.chance(0.05)) channel = pickChannel(random)
      if (random.chance(0.3)) convert()
      if (random.chance(0.04)) {
        const seen = events.find(({ kind }) => kind === 'exposure')
        if (seen) add('test_conversion', { test: seen.test, variant: seen.variant, type: random.pick(TYPES) })
      }
      if (clock > now - 2 * HOUR) break
    }
    if (isUnseen) convert()
    if (agent.bot === '' && !late && !wrongClock && random.chance(0.28)) {
      const variant = events.find(({ test }) => test === 'landingPage')?.variant ?? ''
      // Two people may share a browser.
      for (let n = random.chance(0.08) ? 2 : 1; n > 0; n--) {
        clock += random.int(20, 600) * 1000
        forms.push(fillIn({ session, agent, tags: firstTouch, variant, at: moment(clock) }))
      }
    }
  }

  const fillIn = ({
    session,
    at,
    ...rest
  }: Pick<FormAction, 'session' | 'at' | 'tags' | 'agent' | 'variant'>): FormAction => {
    const form = random.pick([
      'contact_form',
      'contact_form',
      'promotional_popup',
      'trial_signup_page',
      'onboarding',
    ] as const)
    const isUnknown = random.chance(0.08)
    const eventId = !isUnknown && random.chance(0.4) ? idOf(random, moment(at - random.int(1, 900))) : ''
    const clickedAt = at - random.int(1, 80) * DAY
    const click = random.chance(0.3)
      ? {
          ids: { [random.pick(['gclid', 'msclkid', 'gbraid', 'fbclid'])]: `c-${at.toString(36)}` },
          at: clickedAt,
        }
      : null
    return {
      ...rest,
      ...{
        do: 'form',
        at,
        form,
        eventId,
        click,
        page: form === 'onboarding' ? '/onboarding' : random.pick(PAGES),
      },
      person: pickPerson(),
      session: isUnknown ? '' : session,
      trap: random.chance(0.06) ? random.pick(['honeypot', 'forged_token']) : '',
      twice: random.chance(0.1),
    }
  }

  const pickPerson = (): Person => {
    const number = people.length + 1
    const known = random.chance(0.25) && people.length > 0 ? random.pick(people) : null
    const fresh: Person = {
      name: random.pick(['Ann', 'Bob', 'Zoë', 'Per', "O'Neill"]).concat(` ${number}`),
      email: `person${number}@mail.example`,
      phone: `+44 7400 1${String(10_000 + number)}`,
      business: random.chance(0.5) ? `Business ${number}, "Ltd"` : '',
    }
    const person = known
      ? random.pick([
          { ...fresh, email: known.email.toUpperCase() },
          { ...fresh, phone: known.phone.replace('+44 ', '0').replaceAll(' ', '') },
          known,
        ])
      : fresh
    people.push(person)
    return person
  }

  for (const day of eachDay(from, to)) {
    const many = random.int(9, 16)
    for (let n = 0; n < many; n++) begin(day)
  }
  const browsers = forms.flatMap(form =>
    form.eventId !== '' && form.trap === ''
      ? [{ sentAt: form.at + random.int(50, 2000), event: conversionOf(form) }]
      : [],
  )
  return [...batches(random, [...sendings, ...browsers], now), ...forms]
}

/** The event that the browser sends for a form. The form carries the same event id. */
export const conversionOf = ({ eventId, at, session, agent, tags, page, form }: FormAction): Event => ({
  ...{ id: eventId, kind: 'conversion', session, agent, tags, page, type: 'form_submission' },
  ...{ referrer: '', clickIds: [] },
  at: eventId === '' ? at : Number.parseInt(eventId.slice(0, 8) + eventId.slice(9, 13), 16),
  ...{ form: form === 'trial_signup_page' ? 'trial_signup' : form, test: '', variant: '' },
  ahead: 0,
})

/** The same id with another payload. */
const another = (random: Random, event: Event): Event =>
  random.pick<Event>([
    // Keep the time if the sender's clock is wrong, because the clock's correction would move it again.
    ...(event.ahead === 0 ? [{ ...event, at: event.at + 3 * HOUR }] : []),
    ...(event.kind === 'visit' || event.kind === 'conversion'
      ? [
          { ...event, page: '/another' },
          { ...event, tags: { ...event.tags, content: 'another' } },
          { ...event, tags: { ...event.tags, campaign: 'another' } },
        ]
      : [
          {
            ...event,
            variant:
              event.variant === 'control' ? (event.test === 'landingPage' ? 'v2' : 'freeWeek') : 'control',
          },
        ]),
  ])

const OLDEST = 30 * DAY - 6 * HOUR
/** Batches in order of sending, without events that ingest rejects as too old. */
const batches = (random: Random, sendings: Sending[], now: number): Action[] => {
  const due = sendings
    .filter(({ sentAt, event }) => sentAt <= now && sentAt - event.at < OLDEST)
    .toSorted((a, b) => a.sentAt - b.sentAt)
  const actions: Action[] = []
  for (let at = 0; at < due.length; ) {
    const first = due[at] as Sending
    const most = random.pick([1, 2, 20, 60, 100])
    // A batch leaves with its last event. An event waits five hours at most.
    const next = due.slice(at, at + most)
    const fits = ({ sentAt, event }: Sending) =>
      sentAt - first.sentAt < 5 * HOUR && event.ahead === first.event.ahead
    const end = next.findIndex(one => !fits(one))
    const batch = end < 0 ? next : next.slice(0, end)
    at += batch.length
    actions.push({
      do: 'events',
      at: (batch.at(-1) as Sending).sentAt,
      events: batch.map(({ event }) => event),
      broken: batch.length < 90 && random.chance(0.1) ? random.int(1, 3) : 0,
    })
  }
  return actions
}

/** Campaigns and their costs: weekly reports, some repeated, and single days that are typed, corrected and removed. */
const offers = (
  { zone, from, to }: Pick<Time, 'zone' | 'from' | 'to'>,
  random: Random,
  moment: Time['moment'],
): Action[] => {
  const at = (day: string, hours: number) => moment(atWork(zone, random, startOf(zone, day) + hours * HOUR))
  const actions: Action[] = CAMPAIGNS.map(campaign => ({
    ...{ do: 'campaign', ...campaign, at: at(from, 0.1), date: from },
  }))
  const cost = (day: string, campaign: string): SpendEntry => ({
    ...{ day, campaign, pence: random.chance(0.05) ? 0 : random.int(100, 90_000) },
    clicks: random.pick([null, 0, random.int(100, 400)]),
  })
  const reported = (report: string, day: string) =>
    (report === 'Google Ads' ? ['spring_roofing', 'emergency_24h'] : ['spring_roofing', 'gutters'])
      .filter(() => random.chance(0.92))
      .map(campaign => cost(day, campaign))
  for (const day of eachDay(addDays(from, 7), to).filter((_, index) => index % 7 === 0)) {
    for (const report of ['Google Ads', 'Meta Ads'] as const)
      for (let again = 0; again < (random.chance(0.3) ? 2 : 1); again++) {
        const entries = eachDay(addDays(day, -7), addDays(day, -1)).flatMap(one => reported(report, one))
        if (entries.length > 0)
          actions.push({ do: 'spend', report, entries, at: at(day, again === 0 ? 8 : 15) })
      }
  }
  for (const day of eachDay(addDays(from, 3), to)) {
    if (!random.chance(0.3)) continue
    const campaign = random.pick(['spring_roofing', 'emergency_24h', 'gutters', 'winter_flyer'])
    const typed = cost(addDays(day, -random.int(0, 3)), campaign)
    actions.push({ do: 'spend', report: 'typed', entries: [typed], at: at(day, 7) })
    if (random.chance(0.3))
      actions.push({
        do: 'spend',
        report: 'typed',
        entries: [{ ...cost(typed.day, campaign) }],
        at: at(day, 14),
      })
    if (random.chance(0.3))
      actions.push({
        ...{ do: 'spend', report: 'typed', entries: [{ ...typed, pence: null, clicks: null }] },
        at: at(addDays(day, 1), random.pick([8, 15])),
      })
  }
  const change = (
    day: number,
    campaign: number,
    wanted: { name?: string; isActive?: boolean; archived?: boolean },
  ): Action => ({
    ...{ do: 'campaign change', campaign, change: wanted, at: at(addDays(from, day), 8) },
  })
  actions.push(change(20, 2, { name: 'Emergency, day and night' }), change(25, 3, { isActive: false }))
  actions.push(change(31, 3, { isActive: true }), change(45, 4, { archived: true }))
  return actions
}

/** The steps that staff take with the two A/B tests. */
const tests = (
  { zone, from }: Pick<Time, 'zone' | 'from'>,
  random: Random,
  moment: Time['moment'],
): Action[] => {
  const step = (
    day: number,
    test: string,
    name: StepAction['step'],
    more: Partial<StepAction> = {},
  ): Action => ({
    ...{
      do: 'step',
      test,
      step: name,
      ...more,
      at: moment(atWork(zone, random, startOf(zone, addDays(from, day)) + random.pick([8, 15]) * HOUR)),
    },
  })
  return [
    step(8, 'trialHeading', 'start', { shares: { control: 40, freeWeek: 30, askedWeek: 30 }, goal: 'any' }),
    step(12, 'landingPage', 'pause'),
    step(17, 'landingPage', 'resume'),
    step(24, 'trialHeading', 'pause'),
    step(25, 'trialHeading', 'resume'),
    step(30, 'landingPage', 'end', { winner: 'v2' }),
    step(36, 'landingPage', 'start', {
      shares: { control: 30, v2: 70 },
      goal: random.pick(['any', 'button_click', 'qualified_lead']),
    }),
    step(50, 'trialHeading', 'end', { winner: 'freeWeek' }),
  ]
}

/** Staff's work with leads: moves back and forth, spam and its undoing, deletions and their undoing, and a final erasure. */
const staffWork = (
  random: Random,
  actions: readonly Action[],
  { zone, now, moment }: Pick<Time, 'zone' | 'now' | 'moment'>,
): Action[] => {
  const work: Action[] = []
  const forms = actions.filter(
    action => action.do === 'form' && action.form !== 'onboarding' && action.at <= now,
  )
  forms.forEach((form, lead) => {
    let clock = form.at
    const later = () => {
      clock += random.chance(0.5) ? random.int(5, 600) * MINUTE : random.int(1, 12) * DAY
      clock = atWork(zone, random, clock)
      return moment(clock)
    }
    const change = (wanted: Extract<Action, { do: 'lead' }>['change']) =>
      work.push({ do: 'lead', lead, change: wanted, at: later() })
    const steps = random.int(0, 5)
    for (let n = 0; n < steps; n++)
      change({ status: random.pick(['contacted', 'qualified', 'closed', 'qualified', 'new']) })
    if (random.chance(0.08)) change({ spam: true })
    if (random.chance(0.08)) change({ spam: false })
    if (random.chance(0.3)) change({ followUp: addDays(dayOf(zone, clock), random.int(0, 20)) })
    if (random.chance(0.2)) change({ owner: true })
    if (random.chance(0.07)) {
      const undone = random.chance(0.4)
      work.push({ do: 'delete', lead, undone: false, at: later() })
      if (undone) work.push({ do: 'delete', lead, undone: true, at: later() })
    }
  })
  work.push({ do: 'erase', lead: Math.floor(forms.length / 2), at: moment(now - 30 * MINUTE) })
  return work
}
