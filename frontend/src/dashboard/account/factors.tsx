import type { AccountFactors, RecoveryCodes as NewCodes, TotpAnswer } from '@firsttouch/api/contract/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast, toastFailure } from '../../ui/toast.ts'
import { isPasswordNeeded } from '../data/failures.ts'
import { queriesNamed, readsAfter } from '../data/reads.ts'
import { useRead } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { type Ending, RevocableAccess, ShownOnce } from '../pieces/access.tsx'
import { Button } from '../pieces/button.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { counted, dateTime } from '../words/format.ts'
import { addPasskey, hasPasskeys, passkeyFailure } from './passkeys.ts'

const TotpForm = lazily(async () => (await import('./totp-form.tsx')).TotpForm, 'mt-3 h-64')

/** `onReady` runs when the user has added a second factor and confirmed the recovery codes. */
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
          <List {...answer} />
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

const List = ({ passkeys, totp, recoveryCodesLeft }: AccountFactors) =>
  (totp || passkeys.length > 0) && (
    <>
      <ul className="mt-2">
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <RevocableAccess
            key={id}
            title={`Passkey, ${name}`}
            ending={factorEnding(id, `the passkey of ${name}`)}
            detail={`added ${dateTime(createdAt)}, ${lastUsedAt ? `last used ${dateTime(lastUsedAt)}` : 'not used yet'}`}
          />
        ))}
        {totp && <RevocableAccess title="Authenticator app" ending={APP_ENDING} />}
      </ul>
      <p className="text-muted">{counted(recoveryCodesLeft, 'recovery codes')} left</p>
    </>
  )

const factorEnding = (id: string, what: string): Ending => ({
  ...{ path: `account/factors/${id}`, changes: 'account', words: 'Remove', what },
  consequence: 'It can no longer be used to log in to your account. All other sessions end.',
})
export const APP_ENDING = factorEnding('totp', 'the authenticator app')

export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <ShownOnce what="list of recovery codes" secret={codes.join('\n')} onDone={onDone}>
    If you lose your device, enter one of these codes after your password. Each code works once.
  </ShownOnce>
)

export const useFactors = () => {
  const client = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>([])
  const [app, setApp] = useState<TotpAnswer | null>(null)
  const show = ({ recoveryCodes }: NewCodes) => {
    setApp(null)
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
  }
  const passkey = useMutation({
    mutationFn: addPasskey,
    onSuccess: answer => {
      show(answer)
      toast({ title: 'Passkey added', description: 'Log in with it from now on.' })
      return Promise.all(readsAfter(['account']).map(name => client.invalidateQueries(queriesNamed(name))))
    },
    onError: error => {
      if (!isPasswordNeeded(error)) toastFailure('No passkey added', passkeyFailure(error))
    },
  })
  const start = useAdminWrite<void, TotpAnswer>({
    call: () => ({ method: 'POST', path: 'account/totp', body: {} }),
    changes: 'none',
    failure: 'Failed to add an authenticator app',
    onSaved: setApp,
  })
  const confirm = useAdminWrite<string, NewCodes>({
    call: code => ({ method: 'POST', path: 'account/totp/confirm', body: { code } }),
    changes: 'account',
    failure: 'Failed to add the authenticator app',
    onSaved: answer => {
      show(answer)
      toast({
        title: 'Authenticator app added',
        description: 'A login with your password now asks for its code.',
      })
    },
  })
  return {
    codes,
    app,
    passkey,
    start,
    confirm,
    forgetCodes: () => setCodes([]),
    cancelApp: () => setApp(null),
  }
}
