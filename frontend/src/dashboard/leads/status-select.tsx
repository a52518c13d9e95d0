import type { LeadStatus } from '@firsttouch/api/contract/lead-status'
import type { Lead } from '@firsttouch/api/contract/leads'
import { Options, Select } from '../../ui/select.tsx'
import { useStatusChange } from './use-lead-change.ts'
import { STATUSES } from './use-lead-filter.ts'

/** New and qualified leads have a colour, and closed leads are muted. */
const LOOK =
  'font-semibold pointer-fine:sm:min-h-7.5 pointer-fine:sm:text-(length:--text-sm) data-[status=closed]:text-muted ' +
  'data-[status=new]:border-(--warn) data-[status=new]:bg-(--warn-surface) ' +
  'data-[status=qualified]:border-ok data-[status=qualified]:bg-(--ok-surface)'

export const StatusSelect = ({ lead }: { lead: Lead }) => {
  const { isPending, status, choose } = useStatusChange(lead)
  return (
    <Select
      aria-label={`Status of ${lead.name}`}
      data-keys="1 2 3 4"
      fit
      className={LOOK}
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
