import './status-select.css'
import type { LeadStatus } from '@firsttouch/api/contract/lead-status'
import type { Lead } from '@firsttouch/api/contract/leads'
import { Options, Select } from '../../ui/select.tsx'
import { useStatusChange } from './use-lead-change.ts'
import { STATUSES } from './use-lead-filter.ts'

export const StatusSelect = ({ lead }: { lead: Lead }) => {
  const { isPending, status, choose } = useStatusChange(lead)
  return (
    <Select
      aria-label={`Status of ${lead.name}`}
      data-keys="1 2 3 4"
      fit
      className="status-select"
      data-status={lead.status}
      // aria-disabled instead of disabled, because a disabled control loses the focus.
      aria-disabled={isPending}
      value={status}
      onChange={event => {
        if (!isPending) choose(event.target.value as LeadStatus)
      }}
    >
      <Options of={STATUSES} />
    </Select>
  )
}
