/** A toast that is shown on the next page, for a form whose success leads there. */
import { openStore } from '../track/store.ts'
import { type ToastInput, toast } from '../ui/toast.ts'

const KEY = 'kept_toast'

export const keepToast = (input: ToastInput): void =>
  openStore(() => sessionStorage).set(KEY, JSON.stringify(input))

export const showKeptToast = (): void => {
  const session = openStore(() => sessionStorage)
  const kept = readToast(session.get(KEY))
  session.remove(KEY)
  if (kept) toast(kept)
}

/** A browser's storage may hold anything: only texts are taken. */
export const readToast = (saved: string | null): ToastInput | undefined => {
  try {
    const { title, description }: Partial<Record<string, unknown>> = Object(JSON.parse(saved ?? 'null'))
    if (typeof title !== 'string') return undefined
    return { title, description: typeof description === 'string' ? description : undefined }
  } catch {
    return undefined
  }
}
