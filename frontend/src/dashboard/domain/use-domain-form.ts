import { type DomainConfig, domainConfig } from '@firsttouch/api/contract/config'
import { toast } from '../../ui/toast.ts'
import { rememberDomain } from '../data/configured-domain.ts'
import { useAdminWrite } from '../data/writes.ts'
import { useCheckedForm } from '../pieces/use-checked-form.ts'

export const useDomainForm = ({ current, onDone }: { current: string; onDone: () => void }) => {
  const form = useCheckedForm(domainConfig, { domain: current })
  const update = useAdminWrite<DomainConfig>({
    call: body => ({ method: 'POST', path: 'domain-config', body }),
    changes: 'domain-config',
    failure: 'Failed to update domain',
    onSaved: (_, { domain }) => {
      rememberDomain(domain)
      toast({ title: 'Domain Updated', description: `Campaign links now start with ${domain}` })
      onDone()
    },
  })
  return {
    register: form.register,
    error: form.formState.errors.domain?.message,
    isWorking: update.isPending,
    submit: form.handleSubmit(values => update.mutate(values)),
  }
}
