import { LEAD_STATUSES, type LeadStatus } from '@firsttouch/api/contract/lead-status'
import type { Lead } from '@firsttouch/api/contract/leads'
import './status-select.css'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useRecordChange } from '../data/writes.ts'

/** Any status can follow any other. While the change is being saved, the chosen one is shown. */
export const StatusSelect = ({ lead }: { lead: Pick<Lead, 'id' | 'name' | 'status' | 'version'> }) => {
  const update = useRecordChange<{ status: LeadStatus }>({
    of: 'leads',
    record: lead,
    failure: 'Failed to update lead status',
    onSaved: (_, { status }) =>
      toast({ title: 'Lead Updated', description: `${lead.name} is now ${status}` }),
  })
  return (
    <Select
      aria-label={`Status of ${lead.name}`}
      fit
      className="status-select"
      data-status={lead.status}
      disabled={update.isPending}
      value={update.isPending ? update.variables.status : lead.status}
      onChange={event => update.mutate({ status: event.target.value as LeadStatus })}
    >
      {LEAD_STATUSES.map(status => (
        <option key={status}>{status}</option>
      ))}
    </Select>
  )
}
