import type { LeadStatus } from '@firsttouch/api/contract/lead-status'
import type { LeadBulkChange } from '@firsttouch/api/contract/leads'
import { useState } from 'react'
import { Options, Select } from '../../ui/select.tsx'
import { Button } from '../pieces/button.tsx'
import type { Selection } from '../pieces/inbox/selection.ts'
import { FollowUpSelect, ownerChoices, useOwners } from '../pieces/inbox/work.tsx'
import { calendarDay, counted } from '../words/format.ts'
import { useBulkChange } from './use-lead-change.ts'
import { STATUSES } from './use-lead-filter.ts'

type BulkBarProps = { selection: Selection; chosen: () => Omit<LeadBulkChange, 'change'> }

export const BulkBar = ({ selection, chosen }: BulkBarProps) => {
  const [fields, setFields] = useState<LeadBulkChange['change']>({})
  const { status, owner, followUp } = fields
  const owners = useOwners()
  const { mutate, isPending } = useBulkChange(selection.clear)
  return (
    <fieldset className="contents">
      <legend className="sr-only">Change the chosen leads</legend>
      <Select
        aria-label="New status"
        fit
        value={status ?? ''}
        onChange={event =>
          setFields({ ...fields, status: (event.target.value || undefined) as LeadStatus | undefined })
        }
      >
        <option value="">Keep status</option>
        <Options of={STATUSES} />
      </Select>
      <Select
        aria-label="New owner"
        fit
        className="max-w-full"
        value={owner === null ? 'nobody' : (owner ?? '')}
        onChange={({ target: { value } }) =>
          setFields({ ...fields, owner: value === 'nobody' ? null : value || undefined })
        }
      >
        <option value="">Keep owner</option>
        <Options of={ownerChoices(owners)} />
        <option value="nobody">Nobody</option>
      </Select>
      <FollowUpSelect
        label="New follow-up"
        standing={
          followUp === undefined
            ? 'Keep follow-up'
            : followUp === null
              ? 'No follow-up'
              : calendarDay(followUp)
        }
        canClear
        onPick={day => setFields({ ...fields, followUp: day })}
      />
      <Button
        variant="primary"
        disabled={isPending || Object.values(fields).every(value => value === undefined)}
        onClick={() => mutate({ ...chosen(), change: fields })}
      >
        {isPending ? 'Changing...' : `Change ${counted(selection.count, 'leads')}`}
      </Button>
    </fieldset>
  )
}
