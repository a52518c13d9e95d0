/** What staff do with a part of the dashboard: what is sent for it, and what they are told. */
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { onTestFinished, vi } from 'vitest'
import { toasts } from '../../ui/toast.ts'
import { interrupt } from '../data/interruptions.ts'
import { questions } from '../pieces/confirm.tsx'
import { found } from './shown.tsx'

type Server = {
  answer?: object
  /** Above 299 it is a refusal. */
  status?: number
  /** Whether they mean it, where they are asked. */
  means?: boolean
}

/** Stops answering the questions of an earlier hook. */
let answering = (): void => undefined

/** Nothing is drawn again: what the hook gives is what it gave at first. */
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
  // A notice goes by itself after a while: not within this process.
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
    /** What the notice that is open can do. */
    offer: () => (toasts.current()?.open ? toasts.current()?.actions?.[0] : undefined),
    /** The notice that is open: its title, and what it says. */
    told: (): string => {
      const notice = toasts.current()
      return notice?.open ? [notice.title, notice.description].filter(Boolean).join(': ') : ''
    },
  }
}
