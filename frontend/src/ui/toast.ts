/** Only one toast is shown at a time. Both durations come from section 9 of the specification. */
export const TOAST_DURATION = 5_000
export const TOAST_REMOVE_DELAY = 1_000_000

export type Toast = {
  id: number
  title: string
  description?: string | undefined
  tone: 'default' | 'destructive'
  actions?: readonly { words: string; run: () => void }[] | undefined
  open: boolean
}
export type ToastInput = Pick<Toast, 'title' | 'description' | 'actions'> & { tone?: Toast['tone'] }

let current: Toast | undefined
let nextId = 1
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const change = (next: Toast | undefined) => {
  current = next
  for (const listener of listeners) listener()
}
const schedule = (run: () => void, ms: number) => {
  clearTimeout(timer)
  timer = setTimeout(run, ms)
}
const dismiss = () => {
  if (!current?.open) return
  change({ ...current, open: false })
  schedule(() => change(undefined), TOAST_REMOVE_DELAY)
}

/** A toast with an action stays open while the user is in another window, such as a mail program with the reply. */
const close = () => {
  const isAway = globalThis.document?.hasFocus() === false
  if (!current?.actions?.length || !isAway) return dismiss()
  window.addEventListener('focus', toasts.release, { once: true })
}

export const toast = ({ tone = 'default', ...words }: ToastInput): void => {
  change({ ...words, id: nextId++, tone, open: true })
  schedule(close, TOAST_DURATION)
}

export const toastFailure = (title: string, description: string): void =>
  toast({ title, description, tone: 'destructive' })

export const toasts = {
  current: () => current,
  dismiss,
  /** Closes the toast of a failure once a retry has worked. */
  dismissFailure: () => {
    if (current?.tone === 'destructive') dismiss()
  },
  /** Keeps the toast open while it is hovered or focused. */
  hold: () => {
    if (current?.open) clearTimeout(timer)
  },
  release: () => {
    if (current?.open) schedule(close, TOAST_DURATION)
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
