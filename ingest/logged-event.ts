/** Builds logged events. Copies only the fields that `events.ts` declares, and removes contact data. */
import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import {
  type AbTestEvent,
  type AbTestInput,
  CLICK_ID_NAMES,
  type ConversionEvent,
  type ConversionInput,
  type EngagementEvent,
  type EngagementInput,
  LINK_FAULTS,
  type Utm,
  type VisitEvent,
  type VisitInput,
} from './events.ts'
import { boundId } from './identify.ts'
import { cleanLine } from './text.ts'

export type Common = { id: string; occurredAt: string; sessionId: string; clockSkew?: number }
/** `found` becomes true if contact data was removed. */
export type Contact = { found: boolean }
type Text = string | null | undefined

/** Removes contact data, which may occur in page addresses, search terms and names. */
const clean = (text: Text, contact: Contact): string => {
  if (!text) return ''
  const line = cleanLine(text)
  const left = withoutContactData(line)
  if (left !== line) contact.found = true
  return left
}

export const visitOf = (visit: VisitInput, common: Common, contact: Contact): VisitEvent => ({
  type: 'visit',
  ...common,
  utm: utmOf(visit, contact),
  referrer: withoutQuery(visit.referrer, contact),
  pagePath: withoutQuery(visit.pagePath, contact),
  ...present({
    clickIds: listed(CLICK_ID_NAMES, visit.clickIds),
    linkFaults: listed(LINK_FAULTS, visit.linkFaults),
    host: clean(visit.host, contact).toLowerCase(),
  }),
})

export const conversionOf = (
  { firstTouchUtm, ...sent }: ConversionInput,
  common: Common,
  contact: Contact,
): ConversionEvent => {
  const { buttonType, formType, planType, planName, price, source } = sent
  return {
    type: 'conversion',
    ...common,
    conversionType: sent.conversionType,
    utm: utmOf(firstTouchUtm, contact),
    pagePath: withoutQuery(sent.pagePath, contact),
    ...present({
      referrer: withoutQuery(firstTouchUtm?.referrer, contact),
      clickIds: listed(CLICK_ID_NAMES, firstTouchUtm?.clickIds),
    }),
    properties: filled({ buttonType, formType, planType, planName, price, source }, contact),
  }
}

export const abTestOf = (sent: AbTestInput, common: Common, contact: Contact): AbTestEvent => ({
  type: 'ab_test',
  ...common,
  testName: sent.testName,
  variant: sent.variant,
  event: sent.event,
  conversionType: sent.conversionType ?? '',
  properties: filled(sent.metadata ?? {}, contact),
})

export const engagementOf = (
  { pagePath, visitId, visibleMs, scrollPercent, lcp, inp, cls }: EngagementInput,
  common: Common,
  contact: Contact,
): EngagementEvent => ({
  type: 'engagement',
  ...common,
  pagePath: withoutQuery(pagePath, contact),
  // `visitId` equals the visit's id in the log, unless the visitor's clock was wrong by more than 24 days (`STEP_MS`).
  properties: {
    visitId: boundId(common.sessionId, visitId.toLowerCase()),
    ...filled({ visibleMs, scrollPercent, lcp, inp, cls }, contact),
  },
})

const utmOf = (utm: { [Name in keyof Utm]?: Text } | null | undefined, contact: Contact): Utm => ({
  utm_source: clean(utm?.utm_source, contact),
  utm_medium: clean(utm?.utm_medium, contact),
  utm_campaign: clean(utm?.utm_campaign, contact),
  utm_content: clean(utm?.utm_content, contact),
  utm_term: clean(utm?.utm_term, contact),
})

/** Returns the sent names that are known, without duplicates and in the order of `known`. */
const listed = (known: readonly string[], sent: string[] | null | undefined): string[] =>
  sent ? known.filter(name => sent.includes(name)) : []

const present = <Fields extends Record<string, string | string[]>>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.length > 0)) as Partial<Fields>

/** Removes query and fragment, which may hold e-mail addresses and tokens. UTM values have their own fields. */
const withoutQuery = (url: Text, contact: Contact): string => {
  const whole = clean(url, contact)
  const end = whole.search(/[?#]/)
  return end < 0 ? whole : whole.slice(0, end)
}

/** Drops empty values and the name `__proto__`. */
const filled = (values: Record<string, unknown>, contact: Contact): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(
        ([name, value]) => value !== '' && value !== null && value !== undefined && name !== '__proto__',
      )
      .map(([name, value]) => [
        clean(name, contact),
        typeof value === 'string' ? clean(value, contact) : value,
      ]),
  )
