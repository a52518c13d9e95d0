/** What can be done for one platform. */
import type { AdPlatform } from '@firsttouch/api/contract/conversions/kinds'
import type { Credential, NewCredential } from '@firsttouch/api/contract/conversions/settings'
import { useState } from 'react'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'

export const useCredentials = (platform: AdPlatform) => {
  const [made, setMade] = useState<NewCredential | null>(null)
  const create = useAdminWrite<void, NewCredential>({
    call: () => ({ method: 'POST', path: 'conversion-credentials', body: { platform } }),
    changes: 'conversions',
    failure: 'Failed to make a credential',
    onSaved: setMade,
  })
  const revoke = useAdminWrite<Credential>({
    call: ({ id }) => ({ method: 'DELETE', path: `conversion-credentials/${id}`, body: {} }),
    changes: 'conversions',
    failure: 'Failed to revoke the credential',
    onSaved: (_, { username }) => {
      if (made?.username === username) setMade(null)
      toast({ title: 'Credential Revoked', description: `${username} fetches nothing any more.` })
    },
  })
  return {
    made,
    forget: () => setMade(null),
    create: () => create.mutate(),
    isCreating: create.isPending,
    isRevoking: revoke.isPending,
    revoke: (one: Credential) => {
      if (
        window.confirm(
          `Are you sure you want to revoke ${one.username}? Its platform can fetch no more with it.`,
        )
      )
        revoke.mutate(one)
    },
  }
}
