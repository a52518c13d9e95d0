/** A toast that is shown on the next page, for a form whose success leads there. */
import { openStore } from '../track/store.ts'
import { type ToastInput, toast } from './toast.ts'

const KEY = 'kept_toast'

export const keepToast = (input: ToastInput): void =>
  openStore(() => sessionStorage).set(KEY, JSON.stringify(input))

export const showKeptToast = (): void => {
  const session = openStore(() => sessionStorage)
  const kept = session.get(KEY)
  session.remove(KEY)
  if (kept) toast(JSON.parse(kept))
}
