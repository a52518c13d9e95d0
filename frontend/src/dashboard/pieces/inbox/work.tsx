import type { RecordOwner } from '@firsttouch/api/contract/inbox'
import type { Lead } from '@firsttouch/api/contract/leads'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Input } from '../../../ui/input.tsx'
import { Options, Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'
import { useRead, useSession } from '../../data/use-read.ts'
import { useRecordChange } from '../../data/writes.ts'
import { calendarDay } from '../../words/format.ts'
import { addDays, today } from '../../words/report-zone.ts'
import { Button } from '../button.tsx'

type Planned = Pick<Lead, 'id' | 'version' | 'owner' | 'followUp'>

export const WorkMarks = ({ record: { owner, followUp }, isOver }: { record: Planned; isOver: boolean }) => {
  const due = dueOf(followUp, isOver)
  return (
    <>
      {owner && (
        <span className="inline-flex min-w-0 items-center gap-1">
          <UserRound aria-hidden size={13} className="shrink-0" />
          <span className="sr-only">Owner: </span>
          <span className="max-w-24 truncate">{owner.username}</span>
        </span>
      )}
      {due && (
        <Badge tone={due.tone} className="whitespace-nowrap">
          {due.text}
        </Badge>
      )}
    </>
  )
}

type WorkProps = { of: 'leads' | 'onboarding'; record: Planned; name: string }
type Patch = { owner?: string | null; followUp?: string | null }

export const Work = ({ of, record, name }: WorkProps) => {
  const owners = useOwners()
  const said = ({ owner, followUp }: Patch): string => {
    if (followUp) return `${name} is due on ${calendarDay(followUp)}.`
    if (followUp === null) return `${name} has no follow-up day now.`
    return `Owner of ${name}: ${owners.all.find(({ id }) => id === owner)?.username ?? 'nobody'}.`
  }
  const change: Parameters<typeof useRecordChange<Patch>>[0] = {
    of,
    record,
    failure: of === 'leads' ? 'Failed to update lead' : 'Failed to update submission',
    onSaved: (_, patch) =>
      toast({ title: of === 'leads' ? 'Lead Updated' : 'Submission Updated', description: said(patch) }),
  }
  const ownerChange = useRecordChange(change)
  const followUpChange = useRecordChange(change)
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
          value={(ownerChange.isPending ? ownerChange.variables.owner : record.owner?.id) ?? ''}
          onChange={event => ownerChange.mutate({ owner: event.target.value || null })}
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
          onPick={followUp => followUpChange.mutate({ followUp })}
        />
      </span>
    </div>
  )
}

type Owners = { all: readonly RecordOwner[]; me: RecordOwner | undefined }

export const useOwners = (): Owners => {
  const { data: all = [] } = useRead('leadOwners')
  const { data: session } = useSession()
  return { all, me: all.find(({ username }) => username === session?.username) }
}

export const ownerChoices = ({ all, me }: Owners): (readonly [id: string, label: string])[] => [
  ...(me ? [[me.id, `${me.username} (you)`] as const] : []),
  ...all.filter(one => one.id !== me?.id).map(one => [one.id, one.username] as const),
]

const SOON = [
  ['0', 'Today'],
  ['1', 'Tomorrow'],
  ['3', 'In 3 days'],
  ['7', 'In a week'],
] as const

type FollowUpProps = {
  label: string
  standing: string
  canClear: boolean
  onPick: (day: string | null) => void
}

/** Offers days in the near future. Any other day can be typed. */
export const FollowUpSelect = ({ label, standing, canClear, onPick }: FollowUpProps) => {
  // Keep the chosen option until the focus leaves, so that an arrow key continues from this option.
  const [choice, setChoice] = useState('')
  const [typed, setTyped] = useState('')
  const isOther = choice === 'other'
  const choose = (next: string) => {
    setChoice(next)
    setTyped('')
    if (next === 'none') onPick(null)
    else if (next !== '' && next !== 'other') onPick(addDays(today(), Number(next)))
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={label}
        data-keys="f"
        fit
        className="max-w-full"
        value={choice}
        onChange={event => choose(event.target.value)}
        onBlur={() => {
          if (!isOther) setChoice('')
        }}
      >
        <option value="">{standing}</option>
        <Options of={SOON} />
        <option value="other">Another day…</option>
        {canClear && <option value="none">No follow-up</option>}
      </Select>
      {isOther && (
        <>
          <Input
            type="date"
            aria-label={`${label}: another day`}
            value={typed}
            min="2000-01-01"
            max="2999-12-31"
            fit
            onChange={event => setTyped(event.target.value)}
          />
          <Button
            variant="secondary"
            disabled={!/^2\d{3}-/.test(typed)}
            onClick={() => {
              setChoice('')
              onPick(typed)
            }}
          >
            Set day
          </Button>
        </>
      )}
    </span>
  )
}

type Due = { tone: 'danger' | 'accent' | 'neutral'; text: string }

/** null without a follow-up day, or if the record is done. */
export const dueOf = (followUp: string | null, isOver: boolean, on = today()): Due | null => {
  if (followUp === null || isOver) return null
  if (followUp === on) return { tone: 'accent', text: 'Due today' }
  return followUp < on
    ? { tone: 'danger', text: `Overdue since ${calendarDay(followUp)}` }
    : { tone: 'neutral', text: `Follow up on ${calendarDay(followUp)}` }
}
