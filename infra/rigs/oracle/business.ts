/** Sends the generated traffic ("the story") through the product's public calls, and records the facts that the definitions read. */

import { siteOf } from './definitions/channels.ts'
import { tagsOfReport } from './definitions/spend.ts'
import type { Business, Event, Lead, Reason, Spend, Tags } from './facts.ts'
import { type Action, BROKEN_EVENT, conversionOf, type FormAction, type Story } from './generate.ts'
import type { System } from './system.ts'

/** Request headers that make ingest exclude the sender from the figures. */
const HEADERS: Partial<Record<Reason, Record<string, string>>> = {
  internal_opt_out: { cookie: 'firsttouch_internal=opt_out' },
  suspicious_data_center: { 'x-forwarded-for': '167.99.241.66' },
}

export const live = async (system: System, { zone, now, actions }: Story): Promise<Business> => {
  const account = () => ({ accepted: 0, duplicates: 0, human: 0, bot: 0 })
  const business: Business = {
    ...{
      zone,
      now,
      events: [],
      idConflicts: 0,
      leads: [],
      onboarding: [],
      campaigns: [],
      spend: [],
      steps: [],
    },
    accounts: { visit: account(), conversion: account(), ab_test: account() },
  }
  const known = new Map<string, Event>()
  const byFile = (await system.staff<{ id: string }[]>('GET', 'lead-owners'))[0]?.id ?? null
  const undoTokens = new Map<number, string>()

  /** Of events with the same id, only the first counts. Each other one is a duplicate, and a conflict if it differs. */
  const note = (event: Event): void => {
    const counts =
      business.accounts[event.kind === 'visit' || event.kind === 'conversion' ? event.kind : 'ab_test']
    counts.accepted += 1
    const first = known.get(event.id)
    if (!first) {
      known.set(event.id, event)
      business.events.push(event)
      counts[event.agent.bot === '' ? 'human' : 'bot'] += 1
      return
    }
    counts.duplicates += 1
    if (JSON.stringify(wireOf(event)) !== JSON.stringify(wireOf(first))) business.idConflicts += 1
  }

  const acts: { [Do in Action['do']]: (action: Extract<Action, { do: Do }>) => Promise<void> } = {
    events: async ({ at, events: all, broken }) => {
      // A cookie and an address apply to a whole request, so send the events of such agents in separate requests.
      const senders = Map.groupBy(all, ({ agent }) => (agent.bot in HEADERS ? agent.bot : ''))
      for (const [n, [reason, events]] of [...senders].entries()) {
        const headers = HEADERS[reason]
        const faults = n === 0 ? broken : 0
        const [only] = events
        const sentAt = only && only.ahead !== 0 ? { sentAt: new Date(at + only.ahead).toISOString() } : {}
        if (events.length === 1 && only && faults === 0) {
          const { type, sessionId, ...fields } = wireOf(only)
          const body = { ...fields, ...sentAt }
          // The specification's calls accept the session in a header too.
          await system.visitor(`/api/analytics/${type === 'ab_test' ? 'ab-test' : type}`, body, {
            'x-session-id': String(sessionId),
            ...headers,
          })
        } else {
          const sent = [...events.map(wireOf), ...Array.from({ length: faults }, () => BROKEN_EVENT)]
          await system.visitor('/api/analytics/batch', { ...sentAt, events: sent }, headers)
        }
      }
      for (const event of all) note(event)
    },
    form: async form => {
      const [path, body] = formOf(form)
      const headers: Record<string, string> = { 'user-agent': form.agent.text }
      if (form.session) headers['x-session-id'] = form.session
      if (form.eventId) headers['x-event-id'] = form.eventId
      if (form.twice) headers['idempotency-key'] = `once-${form.at}`
      const answers: { id: string }[] = []
      for (let n = 0; n < (form.twice ? 2 : 1); n++)
        answers.push((await system.visitor(path, body, headers)) as { id: string })
      const [{ id } = { id: '' }] = answers
      const { at, person, session, tags, variant, trap: spam, click } = form
      const firm =
        form.form === 'contact_form' || form.form === 'promotional_popup'
          ? person.business
          : person.business || 'None'
      const common = { ...person, business: firm, id, at, session, tags, spam, click, deleted: false }
      if (form.form === 'onboarding') business.onboarding.push({ ...common, hasGoogleAds: false })
      else
        business.leads.push({
          ...{
            ...common,
            source: form.form,
            message: String(body.message ?? ''),
            variant,
            status: 'new',
            moves: [],
          },
          ...{ changedAt: at, updatedAt: at, followUp: null, owner: null, erased: false },
        })
      if (spam === '')
        note({ ...conversionOf(form), session: session || `of form ${at}`, id: form.eventId || `form ${at}` })
    },
    lead: async ({ at, lead: number, change }) => {
      const lead = leadNumbered(business, number)
      if (lead.deleted) return
      const { owner, ...wanted } = change
      await system.staff('PATCH', `leads/${lead.id}`, { ...wanted, ...(owner ? { owner: byFile } : {}) })
      if (owner) lead.owner = byFile
      if (wanted.followUp !== undefined) lead.followUp = wanted.followUp
      if (wanted.status && wanted.status !== lead.status) {
        lead.status = wanted.status
        lead.moves.push({ to: wanted.status, at })
        lead.changedAt = at
      }
      if (wanted.spam !== undefined && wanted.spam !== (lead.spam !== '')) {
        lead.spam = wanted.spam ? 'staff' : ''
        lead.changedAt = at
      }
    },
    delete: async ({ lead: number, undone }) => {
      const lead = leadNumbered(business, number)
      if (undone === !lead.deleted) return
      if (undone) await system.staff('POST', 'leads/restore', { undoToken: undoTokens.get(number) })
      else {
        const answer = await system.staff<{ undoToken: string }>('DELETE', 'leads/bulk-delete', {
          leadIds: [lead.id],
        })
        undoTokens.set(number, answer.undoToken)
      }
      lead.deleted = !undone
    },
    campaign: async ({ at, name, tags, platform, date }) => {
      const utm = {
        utmSource: tags.source,
        utmMedium: tags.medium,
        utmContent: tags.content,
        utmTerm: tags.term,
      }
      const sent = { name, date, platform, adoptTag: tags.campaign, ...utm }
      const { id, utmCampaign } = await system.staff<{ id: string; utmCampaign: string }>(
        'POST',
        'campaigns',
        sent,
      )
      if (utmCampaign !== tags.campaign)
        throw new Error(`the campaign got the utm_campaign ${utmCampaign} instead of ${tags.campaign}`)
      const fresh = { active: true, archivedAt: null, createdAt: at }
      business.campaigns.push({ id, name, platform, date, tags, ...fresh })
    },
    'campaign change': async ({ at, campaign: number, change }) => {
      const campaign = business.campaigns[number]
      if (!campaign) throw new Error(`no campaign ${number}`)
      await system.staff('PATCH', `campaigns/${campaign.id}`, change)
      if (change.name !== undefined) campaign.name = change.name
      if (change.isActive !== undefined) campaign.active = change.isActive
      if (change.archived) Object.assign(campaign, { active: false, archivedAt: at })
    },
    spend: async ({ at, report, entries }) => {
      const costOf = (pence: number | null) => (pence === null ? null : pence / 100)
      if (report === 'typed')
        await system.staff('POST', 'spend', {
          entries: entries.map(({ day, campaign, pence, clicks }) => ({
            ...{ date: day, utmCampaign: campaign, cost: costOf(pence), clicks },
          })),
        })
      else
        await system.staff('POST', 'spend/import?confirm=true', fileOf(report, entries), {
          'content-type': 'text/csv',
        })
      business.spend.push(
        ...entries.map((entry): Spend => {
          const clicks = report === 'typed' ? entry.clicks : (entry.clicks ?? 0)
          return { ...entry, ...tagsOfReport(business, report, entry.campaign), report, at, clicks }
        }),
      )
    },
    step: async ({ at, test, step, shares, goal, winner }) => {
      const body = {
        reason: 'as the story wants',
        ...(step === 'start' ? { shares, goal, minimumEffect: 0.05, baselineRate: 0.3 } : {}),
        ...(step === 'end' ? { winner } : {}),
      }
      const answer = await system.staff<{ run: { id: string } }>('POST', `experiments/${test}/${step}`, body)
      const before = business.steps.findLast(one => one.test === test)
      const even = { control: 50, v2: 50 }
      const goesOn = before ?? { shares: even, goal: 'any' }
      business.steps.push({
        ...{ test, step, at, run: answer.run.id, winner: winner ?? '' },
        state: step === 'pause' ? 'paused' : step === 'end' ? 'ended' : 'running',
        shares: shares ?? goesOn.shares,
        goal: goal ?? goesOn.goal,
      })
    },
    erase: async ({ lead: number }) => {
      const { email } = leadNumbered(business, number)
      await system.erase(email)
      const isTheirs = (one: { email: string }) => one.email.toLowerCase() === email.toLowerCase()
      const forms = [...business.leads, ...business.onboarding].filter(isTheirs)
      const sessions = new Set(forms.map(({ session }) => session).filter(session => session !== ''))
      for (const lead of business.leads) if (isTheirs(lead)) lead.erased = true
      business.events = business.events.map(event =>
        sessions.has(event.session) ? withoutDetails(event) : event,
      )
    },
  }

  for (const action of actions) {
    await system.setClock(action.at)
    await (acts[action.do] as (action: Action) => Promise<void>)(action)
  }
  return business
}

const leadNumbered = ({ leads }: Business, number: number): Lead => {
  const lead = leads[number]
  if (!lead) throw new Error(`no lead ${number}`)
  return lead
}

/** Details that an erasure removes: pages, content, terms, and all of the referrer except its site. */
const withoutDetails = (event: Event): Event => ({
  ...event,
  ...{ page: '', referrer: siteOf(event), tags: { ...event.tags, content: '', term: '' } },
})

const utmOf = ({ source, medium, campaign, content, term }: Tags) => ({
  ...{ utm_source: source, utm_medium: medium, utm_campaign: campaign, utm_content: content, utm_term: term },
})

/** An event in the browsers' format. */
const wireOf = (event: Event): Record<string, unknown> => {
  const { id, kind, at, session, agent, tags, page, referrer, type, form, test, variant, clickIds } = event
  const common = {
    id,
    occurredAt: new Date(at + event.ahead).toISOString(),
    sessionId: session,
    userAgent: agent.text,
  }
  if (kind === 'visit')
    return { type: 'visit', ...common, ...utmOf(tags), pagePath: page, referrer, clickIds }
  if (kind === 'conversion') {
    const source = form === 'trial_signup' ? 'trial_signup_page' : form
    const about = form === '' ? {} : { formType: form, source }
    return {
      type: 'conversion',
      ...common,
      conversionType: type,
      firstTouchUtm: utmOf(tags),
      pagePath: page,
      ...about,
    }
  }
  const tested = { type: 'ab_test', ...common, testName: test, variant }
  return kind === 'exposure'
    ? { ...tested, event: 'variant_assigned' }
    : { ...tested, event: 'conversion', conversionType: type }
}

const formOf = ({
  form,
  person,
  tags,
  variant,
  page,
  trap,
  click,
}: FormAction): [string, Record<string, unknown>] => {
  const { name, email, phone, business } = person
  const carried = {
    firstTouchUtm: utmOf(tags),
    variant,
    pagePath: page,
    leaveBlank: trap === 'honeypot' ? 'x' : '',
    formToken: trap === 'forged_token' ? 'a.b.c' : '',
    ...(click ? { adClick: { ids: click.ids, clickedAt: new Date(click.at).toISOString() } } : {}),
  }
  const search = { primaryKeyword: 'roof', targetArea: 'Leeds' }
  if (form === 'onboarding') {
    const fields = {
      fullName: name,
      businessName: business || 'None',
      mobileNumber: phone,
      emailAddress: email,
    }
    return ['/api/onboarding', { ...fields, ...search, ...carried }]
  }
  if (form === 'trial_signup_page') {
    const fields = { name, email, phone, businessName: business || 'None', currentAdsAccount: 'no' }
    return ['/api/trial-signup', { ...fields, ...search, ...carried }]
  }
  return [
    '/api/contact',
    { name, email, phone, business, message: 'Please call, "soon"', source: form, ...carried },
  ]
}

const fileOf = (
  report: 'Google Ads' | 'Meta Ads',
  entries: Extract<Action, { do: 'spend' }>['entries'],
): string => {
  const head =
    report === 'Google Ads'
      ? 'Campaign,Day,Cost,Clicks,Currency code'
      : 'Campaign name,Reporting starts,Reporting ends,Amount spent (GBP),Link clicks'
  const lines = entries.map(({ day, campaign, pence, clicks }) => {
    const cost = ((pence ?? 0) / 100).toFixed(2)
    return report === 'Google Ads'
      ? `${campaign},${day},${cost},${clicks ?? 0},GBP`
      : `${campaign},${day},${day},${cost},${clicks ?? 0}`
  })
  return `${[head, ...lines].join('\n')}\n`
}
