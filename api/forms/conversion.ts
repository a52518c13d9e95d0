/** The conversion that a submitted form is: what the log gets of it, without any contact data. */
import type { LogEntry } from '@firsttouch/infra/log/log'
import { accept, envelope, type RequestFacts } from '@firsttouch/ingest/accept'
import { v7 } from 'uuid'
import type { FirstTouch } from '../contract/forms.ts'

type FormFacts = {
  /** Names the form, as the browser's own event does. */
  formType: string
  source: string
  /** Empty where the browser keeps none. */
  sessionId: string
  /** The id under which the browser sends the same conversion. */
  eventId: string | undefined
  firstTouch: FirstTouch | null
  pagePath: string
}

/**
 * The browser's id is believed only beside its session: the same id with another session would be another event. An id
 * that ingest would refuse (of last year, say) gives way to one of our own, and a page or first touch to none: the
 * submission itself is a fact.
 */
export const conversionEntry = (form: FormFacts, request: RequestFacts, now: Date): LogEntry => {
  const { formType, source, firstTouch, pagePath } = form
  const sessionId = form.sessionId || `utm_${now.getTime()}_${v7().slice(-12)}`
  const input = {
    sessionId,
    conversionType: 'form_submission',
    formType,
    source,
    pagePath,
    firstTouchUtm: firstTouch,
  }
  const named =
    form.sessionId && form.eventId ? accept('conversion', { ...input, id: form.eventId }, request, now) : null
  const whole = named?.ok ? named : accept('conversion', input, request, now)
  const accepted = whole.ok
    ? whole
    : accept('conversion', { ...input, pagePath: '', firstTouchUtm: null }, request, now)
  if (!accepted.ok)
    throw new Error(`A form's conversion is not acceptable: ${accepted.issues.map(issue => issue.message)}`)
  return {
    key: sessionId,
    value: JSON.stringify(envelope([accepted.event], '', request, now)),
  }
}
