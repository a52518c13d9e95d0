/** The conversion of a submitted form, without any contact data. */
import type { LogEntry } from '@firsttouch/infra/log/log'
import { accept, envelope, type RequestFacts } from '@firsttouch/ingest/accept'
import { networkList, openLeftOut } from '@firsttouch/ingest/left-out'
import { v7 } from 'uuid'
import type { SentTouch } from '../contract/forms.ts'

type FormFacts = {
  formType: string
  source: string
  sessionId: string
  /** The id under which the browser sends the same conversion. */
  eventId: string | undefined
  firstTouch: SentTouch | null
  pagePath: string
}

/** The browser's id counts only beside its session. What ingest would refuse is left out, because the submission itself is a fact. */
export const conversionEntry = (
  form: FormFacts,
  request: RequestFacts,
  now: Date,
  networks = '',
): LogEntry => {
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
    value: JSON.stringify(envelope([accepted.event], '', request, now, openLeftOut(networkList(networks)))),
  }
}
