/** Forms of public pages, without react-hook-form, which takes 13 kB of a landing page's budget of 100 kB. */
import type { FormAnswer } from '@firsttouch/api/contract/forms'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, request } from '../../api.ts'
import { AD_CLICK } from '../../track/ad-click.ts'
import { uuidv7 } from '../../track/ids.ts'
import { toasts } from '../../ui/toast.ts'
import { useActions, useTracking } from '../use-tracking.ts'
import { openFormToken } from './form-token.ts'
import { openAttempts } from './submission-attempt.ts'

export type Issue = { path: string; message: string }
export type Values = Record<string, string | boolean>

const loadSchemas = () => import('./schemas.ts')

type FormOptions = {
  path: '/api/contact' | '/api/trial-signup' | '/api/onboarding'
  /** Names the form in its conversion event. */
  formType: string
  /** Name of the form's place on the site, for its conversion event. Defaults to `formType`. */
  source?: string
  /** Converts the fields' texts to the API's payload. If absent, the texts are the payload. */
  toPayload?: (values: Record<string, string>) => Values
  onInvalid?: (issues: Issue[], values: Values) => void
  onSuccess: (answer: FormAnswer) => void
  onFailure: (error: unknown) => void
}

const fetchToken = async () => (await request<{ token: string }>('GET', '/api/config/form-token')).token
const openForm = () => ({
  attempts: openAttempts(() => uuidv7(Date.now())),
  token: openFormToken(fetchToken),
})

export const usePublicForm = (options: FormOptions) => {
  const element = useRef<HTMLFormElement>(null)
  const [state] = useState(openForm)
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const send = useSend(options, state)
  // Turn off the browser's validation once React handles the submit, so that a submit is validated only once.
  useLayoutEffect(() => element.current?.setAttribute('novalidate', ''), [])

  const showIssues = (issues: Issue[]) => {
    setErrors(Object.fromEntries(issues.toReversed().map(({ path, message }) => [path, message])))
    focusFirst(element.current, issues)
  }
  const submit = async (form: HTMLFormElement) => {
    const values = valuesOf(form, options.toPayload)
    const { SCHEMAS } = await loadSchemas()
    const parsed = SCHEMAS[options.path].safeParse(values)
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
      showIssues(issues)
      return options.onInvalid?.(issues, values)
    }
    setErrors({})
    setSending(true)
    const answer = await send(parsed.data)
    form.reset()
    toasts.dismissFailure()
    options.onSuccess(answer)
  }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    try {
      await submit(event.currentTarget)
    } catch (error) {
      console.warn('Form:', error)
      if (error instanceof ApiError) showIssues(error.issues)
      options.onFailure(error)
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  return {
    sending,
    errors,
    form: {
      ref: element,
      onSubmit,
      /** Without scripts the browser submits the form to this path (`api/forms/plain-forms.ts`). */
      method: 'post',
      action: options.path.replace('/api/', '/api/plain/'),
      onInput: (event: FormEvent) => {
        // Fetch the token and the schemas while the visitor types.
        state.token.prepare()
        loadSchemas().catch(() => undefined)
        const { name } = event.target as HTMLInputElement
        if (errors[name]) setErrors(({ [name]: _, ...others }) => others)
      },
    },
  }
}

const useSend = (
  { path, formType, source = formType }: FormOptions,
  { attempts, token }: ReturnType<typeof openForm>,
) => {
  const tracker = useTracking()?.tracker
  const { submitted } = useActions()
  return async (values: object): Promise<FormAnswer> => {
    const { idempotencyKey, eventId, replaces } = attempts.for(JSON.stringify(values))
    if (replaces) token.discard()
    const formToken = await token.ready()
    const sessionId = tracker?.sessionId()
    const answer = await request<FormAnswer>(
      'POST',
      path,
      {
        ...values,
        firstTouchUtm: tracker?.firstTouch() ?? null,
        adClick: (await loadSchemas()).adClickOf(tracker?.saved(AD_CLICK)),
        variant: tracker?.variant(LANDING_PAGE.name) ?? '',
        pagePath: location.pathname,
        formToken,
      },
      {
        'idempotency-key': idempotencyKey,
        'x-event-id': eventId,
        'x-sent-at': new Date(Date.now()).toISOString(),
        ...(sessionId && { 'x-session-id': sessionId }),
      },
    )
    attempts.done()
    token.discard()
    submitted(formType, source, eventId)
    return answer
  }
}

const valuesOf = (form: HTMLFormElement, toPayload: FormOptions['toPayload']): Values => {
  const texts = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  return toPayload ? toPayload(texts) : texts
}

/** Focuses the first invalid field in the order of the page, not of the schema. */
const focusFirst = (form: HTMLFormElement | null, issues: Issue[]) => {
  const wrong = new Set(issues.map(({ path }) => path))
  const fields = form ? Array.from(form.elements) : []
  const first = fields.find(field => wrong.has(field.getAttribute('name') ?? ''))
  if (first instanceof HTMLElement) first.focus()
}
