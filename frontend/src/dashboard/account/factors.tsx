/** One's second factors: passkeys, an authenticator app, and the recovery codes for when both are lost. */
import type { AccountFactors } from '@firsttouch/api/contract/account'
import { useRead } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { counted, dateTime } from '../words/format.ts'
import { hasPasskeys } from './passkeys.ts'
import { useFactors } from './use-factors.ts'

const TotpForm = lazily(async () => (await import('./totp-form.tsx')).TotpForm, 'mt-3 h-64')

/** `onReady`: what goes on once there is a factor, where the account waits for one. */
export const Factors = ({ onReady }: { onReady?: () => void }) => {
  const query = useRead('accountFactors')
  const factors = useFactors()
  const { app, codes, confirm, passkey, start } = factors
  const isWorking = passkey.isPending || start.isPending
  if (codes.length > 0)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          factors.forgetCodes()
          onReady?.()
        }}
      />
    )
  return (
    <Loaded query={query} what="second factors" skeleton="h-24" bare>
      {answer => (
        <>
          <p className="max-w-prose text-muted">
            {answer.required ? 'All staff need a second factor. ' : ''}A passkey logs you in by your
            fingerprint, face or PIN, without a password. An authenticator app shows a code to enter after the
            password.
          </p>
          <List answer={answer} factors={factors} />
          {app ? (
            <TotpForm
              app={app}
              isWorking={confirm.isPending}
              onCode={confirm.mutate}
              onCancel={factors.cancelApp}
            />
          ) : (
            <div className="mt-3 flex flex-wrap gap-2">
              {hasPasskeys() && (
                <Button variant="primary" disabled={isWorking} onClick={() => passkey.mutate()}>
                  {passkey.isPending ? 'Waiting for your device...' : 'Add a passkey'}
                </Button>
              )}
              {!answer.totp && (
                <Button disabled={isWorking} onClick={() => start.mutate()}>
                  Add an authenticator app
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

type ListProps = { answer: AccountFactors; factors: ReturnType<typeof useFactors> }

const List = ({ answer: { passkeys, totp, recoveryCodesLeft }, factors }: ListProps) => {
  const { isRemoving, remove } = factors
  if (!totp && passkeys.length === 0) return null
  const rows = [
    ...passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      ...{ id, what: `the passkey of ${name}`, title: `Passkey, ${name}` },
      detail: `added ${dateTime(createdAt)}, ${lastUsedAt ? `last used ${dateTime(lastUsedAt)}` : 'not used yet'}`,
    })),
    ...(totp ? [{ id: 'totp', what: 'the authenticator app', title: 'Authenticator app', detail: '' }] : []),
  ]
  return (
    <ul className="mt-2 space-y-1">
      {rows.map(({ id, what, title, detail }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
          <span className="font-medium wrap-anywhere">{title}</span>
          <span className="min-w-0 flex-1 basis-56 text-muted">{detail}</span>
          <Button
            variant="danger"
            aria-label={`Remove ${what}`}
            disabled={isRemoving}
            onClick={() => remove({ id, what })}
          >
            Remove
          </Button>
        </li>
      ))}
      <li className="text-muted">{counted(recoveryCodesLeft, 'recovery codes')} left</li>
    </ul>
  )
}

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => (
  <div role="status" className="rounded-md border border-strong-line bg-sunken p-4">
    <p className="font-semibold">Copy your recovery codes now: they are shown only this once.</p>
    <p className="mt-1 max-w-prose text-muted">
      Without your device, each of them logs you in one time, after the password.
    </p>
    <pre className="mt-3 text-sm">{codes.join('\n')}</pre>
    <Button variant="secondary" className="mt-4" onClick={onDone}>
      I have copied them
    </Button>
  </div>
)
