import { leadsTo } from '@firsttouch/api/contract/campaign-link'
import { type DomainConfig, domainConfig } from '@firsttouch/api/contract/config'
import { toast } from '../../ui/toast.ts'
import { rememberDomain } from '../data/configured-domain.ts'
import { useCampaigns } from '../data/figures.ts'
import { useAdminWrite } from '../data/writes.ts'
import { InputField, Submit } from '../pieces/form-fields.tsx'
import { fieldOf, useCheckedForm } from '../pieces/use-checked-form.ts'
import { counted } from '../words/format.ts'

type DomainFormProps = { current: string; onDone: () => void }

export const DomainForm = ({ current, onDone }: DomainFormProps) => {
  const { form, isWorking, submit } = useDomainForm({ current, onDone })
  return (
    <form noValidate className="flex flex-wrap items-start gap-3 p-4 sm:p-5" onSubmit={submit}>
      <InputField
        label="Website URL"
        hint="Include the protocol, for example https://www.example.com"
        className="min-w-0 grow basis-72"
        type="url"
        required
        autoFocus
        inputMode="url"
        spellCheck={false}
        {...fieldOf(form, 'domain')}
      />
      <Submit words="Update Domain" working="Updating..." isWorking={isWorking} className="sm:mt-6.5" />
    </form>
  )
}

export const useDomainForm = ({ current, onDone }: DomainFormProps) => {
  const form = useCheckedForm(domainConfig, { domain: current })
  const { data: campaigns = [] } = useCampaigns()
  const update = useAdminWrite<DomainConfig>({
    call: body => ({ method: 'POST', path: 'domain-config', body }),
    changes: 'domain-config',
    failure: 'Failed to update domain',
    onSaved: (_, { domain }) => {
      rememberDomain(domain)
      const left = campaigns.filter(
        ({ archivedAt, generatedUrl }) => archivedAt === null && !leadsTo(domain, generatedUrl),
      ).length
      const old = `The links and short links of ${counted(left, 'campaigns')} still lead to the old domain. Fix them under Campaigns.`
      toast({
        title: 'Domain Updated',
        description: `New campaign links start with ${domain}.${left > 0 ? ` ${old}` : ''}`,
      })
      onDone()
    },
  })
  const submit = form.handleSubmit(values => update.mutate(values))
  return { form, isWorking: update.isPending, submit }
}
