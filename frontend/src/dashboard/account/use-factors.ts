import type { RecoveryCodes, TotpAnswer } from '@firsttouch/api/contract/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../ui/toast.ts'
import { isPasswordNeeded } from '../data/failures.ts'
import { everyOf } from '../data/reads.ts'
import { useAdminWrite } from '../data/writes.ts'
import { addPasskey, passkeyFailure } from './passkeys.ts'

export const useFactors = () => {
  const client = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>([])
  const [app, setApp] = useState<TotpAnswer | null>(null)
  const show = ({ recoveryCodes }: RecoveryCodes) => {
    setApp(null)
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
  }
  const passkey = useMutation({
    mutationFn: addPasskey,
    onSuccess: answer => {
      show(answer)
      toast({ title: 'Passkey added', description: 'Log in with it from now on.' })
      return Promise.all(
        (['accountFactors', 'accountSessions'] as const).map(name => client.invalidateQueries(everyOf(name))),
      )
    },
    onError: error => {
      if (isPasswordNeeded(error)) return
      toast({ title: 'No passkey added', description: passkeyFailure(error), tone: 'destructive' })
    },
  })
  const start = useAdminWrite<void, TotpAnswer>({
    call: () => ({ method: 'POST', path: 'account/totp', body: {} }),
    changes: 'none',
    failure: 'Failed to add an authenticator app',
    onSaved: setApp,
  })
  const confirm = useAdminWrite<string, RecoveryCodes>({
    call: code => ({ method: 'POST', path: 'account/totp/confirm', body: { code } }),
    changes: 'account',
    failure: 'Failed to add the authenticator app',
    onSaved: answer => {
      show(answer)
      toast({ title: 'Authenticator app added', description: 'Each login now asks for its code.' })
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
