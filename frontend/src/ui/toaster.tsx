/** Screen readers announce a failure at once, and other toasts when idle. */
import { clsx } from 'clsx'
import { Check, TriangleAlert, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { type Toast, toasts } from './toast.ts'

export const Toaster = () => {
  const current = useSyncExternalStore(toasts.subscribe, toasts.current, () => undefined)
  const shown = current?.open ? current : undefined
  return (
    <section
      data-toaster
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-60 p-4 sm:left-auto"
    >
      <div role="status" aria-live="polite">
        {shown?.tone === 'default' && <Notice toast={shown} />}
      </div>
      <div role="alert" aria-live="assertive">
        {shown?.tone === 'destructive' && <Notice toast={shown} />}
      </div>
    </section>
  )
}

const Notice = ({ toast }: { toast: Toast }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a toast only keeps it open
  <div
    key={toast.id}
    className="pointer-events-auto relative mx-auto flex w-full max-w-sm animate-rise overflow-hidden rounded-md bg-ink text-page shadow-2xl"
    onPointerEnter={toasts.hold}
    onPointerLeave={toasts.release}
    onFocus={toasts.hold}
    onBlur={toasts.release}
  >
    <span
      aria-hidden
      className={clsx(
        'grid w-12 shrink-0 place-items-center',
        toast.tone === 'destructive' ? 'bg-danger text-page' : 'bg-accent text-on-accent',
      )}
    >
      {toast.tone === 'destructive' ? <TriangleAlert size={22} /> : <Check size={22} strokeWidth={3} />}
    </span>
    <div className="min-w-0 flex-1 p-4 pr-12 break-words">
      <p className="font-semibold">{toast.title}</p>
      {toast.description && <p className="mt-0.5 text-sm">{toast.description}</p>}
      {toast.actions && (
        <div className="mt-2 flex flex-wrap gap-4">
          {toast.actions.map(({ words, run }, at) => (
            <button
              key={words}
              type="button"
              data-offer={at === 0 || undefined}
              className="min-h-11 text-sm font-semibold underline underline-offset-2 focus-visible:outline-accent"
              onClick={() => {
                toasts.dismiss()
                run()
              }}
            >
              {words}
            </button>
          ))}
        </div>
      )}
    </div>
    <button
      type="button"
      aria-label="Close notification"
      className="absolute top-1.5 right-1.5 grid size-10 place-items-center rounded-md focus-visible:outline-accent"
      onClick={toasts.dismiss}
    >
      <X aria-hidden size={18} />
    </button>
  </div>
)
