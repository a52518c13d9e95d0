import type { TagHosts } from '@firsttouch/api/contract/tag'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'

export const useTagHosts = (onSaved?: () => void) => {
  const { mutate, isPending } = useAdminWrite<TagHosts>({
    call: body => ({ method: 'PUT', path: 'tag', body }),
    changes: 'domain-config',
    failure: 'Failed to change the hosts',
    onSaved: () => {
      toast({ title: 'Hosts changed', description: 'Applies within a few seconds.' })
      onSaved?.()
    },
  })
  return { save: (hosts: string[]) => mutate({ hosts }), isSaving: isPending }
}
