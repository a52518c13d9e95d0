import { LEAD_STATUSES, type LeadStatus } from '@firsttouch/api/contract/lead-status'
import type { Lead } from '@firsttouch/api/contract/leads'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'

/** Any status can follow any other. While the change travels, the chosen one is shown. */
export const StatusSelect = ({ lead }: { lead: Pick<Lead, 'id' | 'name' | 'status' | 'version'> }) => {
  const update = useAdminWrite<LeadStatus>({
    call: status => ({ method: 'PATCH', path: `leads/${lead.id}`, body: { status, version: lead.version } }),
    changes: 'leads',
    failure: 'Failed to update lead status',
    onSaved: (_, status) => toast({ title: 'Lead Updated', description: `${lead.name} is now ${status}` }),
  })
  return (
    <Select
      aria-label={`Status of ${lead.name}`}
      className="status-select w-auto!"
      data-status={lead.status}
      disabled={update.isPending}
      value={update.isPending ? update.variables : lead.status}
      onChange={event => update.mutate(event.target.value as LeadStatus)}
    >
      {LEAD_STATUSES.map(status => (
        <option key={status}>{status}</option>
      ))}
    </Select>
  )
}
