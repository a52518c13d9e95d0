import './status-select.css'
import { LEAD_STATUSES, type LeadStatus } from '@firsttouch/api/contract/lead-status'
import type { Lead } from '@firsttouch/api/contract/leads'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useRecordChange } from '../data/writes.ts'

/** Any status can follow any other. While the change is being saved, the chosen one is shown. */
export const StatusSelect = ({ lead }: { lead: Lead }) => {
  const update = useStatusChange(lead)
  return (
    <Select
      aria-label={`Status of ${lead.name}`}
      data-keys="1 2 3 4"
      fit
      className="status-select"
      data-status={lead.status}
      // Not disabled: a browser takes the keyboard from a control that is.
      aria-disabled={update.isPending}
      value={update.isPending ? update.variables.status : lead.status}
      onChange={event => {
        if (!update.isPending) update.mutate({ status: event.target.value as LeadStatus })
      }}
    >
      {LEAD_STATUSES.map(status => (
        <option key={status}>{status}</option>
      ))}
    </Select>
  )
}

export const useStatusChange = (lead: Lead) =>
  useRecordChange<{ status: LeadStatus }>({
    of: 'leads',
    record: lead,
    failure: 'Failed to update lead status',
    onSaved: (_, { status }) =>
      toast({ title: 'Lead Updated', description: `${lead.name} is now ${status}` }),
  })
