/** Runs a hook that writes, and records its requests and toasts. */
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { onTestFinished, vi } from 'vitest'
import { toasts } from '../../ui/toast.ts'
import { interrupt } from '../data/interruptions.ts'
import { questions } from '../pieces/confirm.tsx'
import { found } from './shown.tsx'

type Server = {
  answer?: object
  /** Status of the response. Above 299 the server refuses. */
  status?: number
  /** The answer to a confirmation dialog. */
  means?: boolean
}

/** Stops answering confirmation dialogs for an earlier hook. */
let answering = (): void => undefined

/** Calls the hook once and never renders again, so its values are those of the first render. */
export const working = <T>(useIt: () => T, { answer = {}, status = 200, means = true }: Server = {}) => {
  const { hook, client } = found(() => ({ hook: useIt(), client: useQueryClient() }))
  const sent: string[] = []
  const asked: string[] = []
  const kept: Record<string, string> = {}
  const confirm = (question: string) => {
    asked.push(question)
    return means
  }
  answering()
  answering = questions.subscribe(() => {
    const question = questions.current()
    if (!question) return
    asked.push(`${question.title} ${question.text}`)
    questions.answer(means)
  })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body = '' }: RequestInit) => {
    sent.push(`${method} ${path} ${typeof body === 'string' ? body : 'file'}`.trim())
    return Response.json(answer, { status, headers: { 'content-type': 'application/problem+json' } })
  })
  vi.stubGlobal('window', { confirm })
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => Object.assign(kept, { [key]: value }),
    removeItem: (key: string) => Reflect.deleteProperty(kept, key),
  })
  // Prevents a toast's timer from firing.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(async () => {
    while (client.isMutating() > 0) await new Promise(setImmediate)
    answering()
    interrupt({ hasEnded: false, refused: null })
    onlineManager.setOnline(true)
    toasts.dismiss()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return {
    ...{ hook, sent, asked, kept },
    offer: () => (toasts.current()?.open ? toasts.current()?.actions?.[0] : undefined),
    /** Returns the title and description of the open toast. */
    told: (): string => {
      const notice = toasts.current()
      return notice?.open ? [notice.title, notice.description].filter(Boolean).join(': ') : ''
    },
  }
}
