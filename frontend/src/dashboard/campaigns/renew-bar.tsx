import type { Campaign, Renewed } from '@firsttouch/api/contract/campaign'
import { leadsTo } from '@firsttouch/api/contract/campaign-link'
import { Wrench } from 'lucide-react'
import { toast } from '../../ui/toast.ts'
import { useConfiguredDomain } from '../data/configured-domain.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { confirmFirst } from '../pieces/confirm.tsx'
import { counted, plural } from '../words/format.ts'

/** After a change of the domain, renews all campaign links that lead to the old domain. */
export const RenewBar = ({ campaigns }: { campaigns: readonly Campaign[] }) => {
  const domain = useConfiguredDomain()
  const renew = useAdminWrite<number, Renewed>({
    call: expectedCount => ({ method: 'POST', path: 'campaigns/renew-urls', body: { expectedCount } }),
    changes: 'campaigns',
    failure: 'Failed to renew the links',
    onSaved: ({ renewed, domain: now }) =>
      toast({
        title: 'Links renewed',
        description: `${counted(renewed, 'campaigns')} now ${plural(renewed, 'leads', 'lead')} to ${now}`,
      }),
  })
  if (domain === null) return null
  const elsewhere = campaigns.filter(
    ({ archivedAt, generatedUrl }) => archivedAt === null && !leadsTo(domain, generatedUrl),
  ).length
  if (elsewhere < 2) return null
  const ask = () =>
    confirmFirst({
      title: `Renew the links of ${counted(elsewhere, 'campaigns')}?`,
      text: `The links and short links will lead to ${domain}. Full links that are already printed do not change.`,
      action: 'Renew links',
      run: () => renew.mutate(elsewhere),
    })
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-sunken px-4 py-2 sm:px-5"
    >
      <p className="min-w-0 flex-1 basis-64">
        The links of {counted(elsewhere, 'campaigns')} do not lead to{' '}
        <span className="font-medium wrap-anywhere">{domain}</span>.
      </p>
      <Button needs="staff" variant="primary" disabled={renew.isPending} onClick={ask}>
        <Wrench aria-hidden size={14} /> {renew.isPending ? 'Renewing...' : `Renew All ${elsewhere} Links`}
      </Button>
    </div>
  )
}
