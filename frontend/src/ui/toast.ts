/** The page's notices: one at a time, closed after 5 s, forgotten 1,000,000 ms after closing (specification, section 9). */
const TOAST_LIMIT = 1
export const TOAST_DURATION = 5_000
export const TOAST_REMOVE_DELAY = 1_000_000

export type Toast = {
  id: number
  title: string
  description?: string | undefined
  tone: 'default' | 'destructive'
  open: boolean
}
export type ToastInput = {
  title: string
  description?: string | undefined
  tone?: Toast['tone']
  duration?: number
}
type Timers = { start: (run: () => void, ms: number) => unknown; stop: (timer: unknown) => void }

const pageTimers: Timers = {
  start: (run, ms) => setTimeout(run, ms),
  stop: timer => clearTimeout(timer as ReturnType<typeof setTimeout>),
}

export const openToasts = (timers: Timers = pageTimers) => {
  let list: readonly Toast[] = []
  let nextId = 1
  const listeners = new Set<() => void>()
  const closing = new Map<number, { timer: unknown; duration: number }>()

  const set = (next: readonly Toast[]) => {
    list = next
    for (const listener of listeners) listener()
  }
  const dismiss = (id: number) => {
    timers.stop(closing.get(id)?.timer)
    closing.delete(id)
    if (!list.some(toast => toast.id === id && toast.open)) return
    set(list.map(toast => (toast.id === id ? { ...toast, open: false } : toast)))
    timers.start(() => set(list.filter(toast => toast.id !== id)), TOAST_REMOVE_DELAY)
  }
  const countDown = (id: number, duration: number) =>
    closing.set(id, { duration, timer: timers.start(() => dismiss(id), duration) })

  return {
    show: ({ duration = TOAST_DURATION, tone = 'default', ...words }: ToastInput): number => {
      const id = nextId++
      for (const old of list) timers.stop(closing.get(old.id)?.timer)
      set([{ ...words, id, tone, open: true }, ...list].slice(0, TOAST_LIMIT))
      countDown(id, duration)
      return id
    },
    dismiss,
    /** What failed has worked since: its notice would contradict what the page says now. */
    dismissFailure: () => {
      for (const { id, tone } of list) if (tone === 'destructive') dismiss(id)
    },
    /** While someone reads (hover or focus), a notice does not go away under them. */
    hold: (id: number) => timers.stop(closing.get(id)?.timer),
    release: (id: number) => {
      const held = closing.get(id)
      if (held) countDown(id, held.duration)
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    list: () => list,
  }
}

export const toasts = openToasts()
export const toast = toasts.show
