/** Lists of sessions, passkeys, tokens or invitations with a button to revoke each, and secrets that are shown once. */
import type { ReactNode } from 'react'
import { toast } from '../../ui/toast.ts'
import type { Topic } from '../data/reads.ts'
import { useAdminWrite } from '../data/writes.ts'
import { capitalised } from '../words/format.ts'
import { Button } from './button.tsx'
import { confirmFirst } from './confirm.tsx'
import { copyText } from './copy-text.ts'

type End = { words: string; label: string; isWorking: boolean; run: () => void }
type AccessProps = { title: ReactNode; detail?: ReactNode; end?: End | undefined; children?: ReactNode }

/** `children` are shown before the button. */
export const Access = ({ title, detail, end, children }: AccessProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 tabular-nums">
    <span className="min-w-0 flex-1 basis-56">
      <span className="font-medium wrap-anywhere">{title}</span>
      <span className="block text-sm text-muted">{detail}</span>
    </span>
    {children}
    {end && (
      <Button variant="danger" aria-label={end.label} disabled={end.isWorking} onClick={end.run}>
        {end.words}
      </Button>
    )}
  </li>
)

export type Ending = {
  path: string
  changes: Topic
  words: 'Revoke' | 'Remove'
  /** Noun phrase for the texts, such as "the token Budget sheet" in "Revoke the token Budget sheet?". */
  what: string
  consequence: string
  onEnded?: () => void
}

/** The button that revokes a session, passkey, token or invitation after a confirmation. */
export const useEnding = ({ path, changes, words, what, consequence, onEnded }: Ending): End => {
  const { mutate, isPending } = useAdminWrite<void>({
    call: () => ({ method: 'DELETE', path, body: {} }),
    changes,
    failure: `Failed to ${words.toLowerCase()} ${what}`,
    onSaved: () => {
      onEnded?.()
      toast({ title: `${words}d`, description: `${capitalised(what)} no longer works.` })
    },
  })
  const label = `${words} ${what}`
  const run = () =>
    confirmFirst({ title: `${label}?`, text: consequence, action: words, run: () => mutate() })
  return { words, label, isWorking: isPending, run }
}

export const RevocableAccess = ({ ending, ...access }: Omit<AccessProps, 'end'> & { ending: Ending }) => (
  <Access {...access} end={useEnding(ending)} />
)

type ShownOnceProps = { what: string; secret: string; children?: ReactNode; onDone: () => void }

/** `what` is a singular noun, such as "link". */
export const ShownOnce = ({ what, secret, children, onDone }: ShownOnceProps) => (
  <div role="status" className="mt-4 rounded-md border border-strong-line bg-sunken p-4">
    <p className="font-semibold">Copy the {what} now: it is shown only once.</p>
    <pre className="mt-2 text-sm whitespace-pre-wrap wrap-anywhere select-all">{secret}</pre>
    <div className="mt-2 max-w-prose text-muted">{children}</div>
    <div className="mt-3 flex flex-wrap gap-2">
      <Button variant="primary" onClick={() => void copyText(secret, capitalised(what), true)}>
        Copy
      </Button>
      <Button onClick={onDone}>I have copied it</Button>
    </div>
  </div>
)
