import type { RecordOwner } from '@firsttouch/api/contract/inbox'
import { UserRound } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { Options, Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'
import { useRecordChange } from '../../data/writes.ts'
import { calendarDay } from '../../words/format.ts'
import { dueOf, FollowUpSelect } from './follow-up-select.tsx'
import { ownerChoices, useOwners } from './owners.ts'

type Planned = { owner: RecordOwner | null; followUp: string | null }

const TONES = { overdue: 'danger', today: 'accent', later: 'neutral' } as const

export const WorkMarks = ({ record: { owner, followUp }, isOver }: { record: Planned; isOver: boolean }) => {
  const due = dueOf(followUp, isOver)
  return (
    <>
      {owner && (
        <span className="inline-flex min-w-0 items-center gap-1">
          <UserRound aria-hidden size={13} className="shrink-0" />
          <span className="sr-only">Looked after by </span>
          <span className="max-w-24 truncate">{owner.username}</span>
        </span>
      )}
      {due && (
        <Badge tone={TONES[due.when]} className="whitespace-nowrap">
          {due.text}
        </Badge>
      )}
    </>
  )
}

type WorkProps = {
  of: 'leads' | 'onboarding'
  record: Planned & { id: string; version: number }
  name: string
}
type Patch = { owner?: string | null; followUp?: string | null }

export const Work = ({ of, record, name }: WorkProps) => {
  const owners = useOwners()
  const said = ({ owner, followUp }: Patch): string => {
    if (followUp) return `${name} is due on ${calendarDay(followUp)}.`
    if (followUp === null) return `${name} has no follow-up day now.`
    return `${owners.all.find(({ id }) => id === owner)?.username ?? 'Nobody'} looks after ${name} now.`
  }
  const change = useRecordChange<Patch>({
    of,
    record,
    failure: of === 'leads' ? 'Failed to update lead' : 'Failed to update submission',
    onSaved: (_, patch) =>
      toast({ title: of === 'leads' ? 'Lead Updated' : 'Submission Updated', description: said(patch) }),
  })
  const choices = ownerChoices(owners)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-muted">Owner</span>
        <Select
          aria-label={`Owner of ${name}`}
          data-keys="o"
          fit
          className="max-w-full"
          // Not disabled: a browser takes the focus from a disabled control.
          aria-disabled={change.isPending}
          value={(change.isPending && change.variables.owner) || (record.owner?.id ?? '')}
          onChange={event => {
            if (!change.isPending) change.mutate({ owner: event.target.value || null })
          }}
        >
          <option value="">Nobody</option>
          <Options of={choices} />
          {record.owner && !choices.some(([id]) => id === record.owner?.id) && (
            <option value={record.owner.id}>{record.owner.username} (cannot log in)</option>
          )}
        </Select>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-muted">Follow-up</span>
        <FollowUpSelect
          label={`Follow-up of ${name}`}
          standing={record.followUp ? calendarDay(record.followUp) : 'No day'}
          canClear={record.followUp !== null}
          isBusy={change.isPending}
          onPick={followUp => change.mutate({ followUp })}
        />
      </span>
    </div>
  )
}
