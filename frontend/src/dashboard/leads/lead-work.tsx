/** How far a lead has come, who looks after it, and when. */
import './status-select.css'
import { LEAD_STATUSES, type LeadStatus } from '@firsttouch/api/contract/lead-status'
import type { Lead, LeadPatch } from '@firsttouch/api/contract/leads'
import { UserRound } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Options, Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useRecordChange } from '../data/writes.ts'
import { calendarDay } from '../words/format.ts'
import { dueOf, FollowUpSelect } from './follow-up-select.tsx'
import { ownerChoices, useOwners } from './owners.ts'
import { useMinute, waitingOf } from './waiting.ts'

const TONES = { overdue: 'danger', today: 'accent', later: 'neutral' } as const

/** On the lead's card: what is due or waits too long stands out. */
export const WorkBadges = ({ lead }: { lead: Lead }) => {
  const due = dueOf(lead)
  const waiting = waitingOf(lead, useMinute())
  return (
    <>
      {waiting &&
        (waiting.isLate ? (
          <Badge tone="danger">{waiting.text}</Badge>
        ) : (
          <span className="text-xs text-muted tabular-nums">{waiting.text}</span>
        ))}
      {due && <Badge tone={TONES[due.when]}>{due.text}</Badge>}
      {lead.owner && (
        <span className="inline-flex items-center gap-1 text-xs text-muted">
          <UserRound aria-hidden size={13} />
          <span className="sr-only">Looked after by </span>
          {lead.owner.username}
        </span>
      )}
    </>
  )
}

type Patch = Pick<LeadPatch, 'owner' | 'followUp'>

export const LeadWork = ({ lead }: { lead: Lead }) => {
  const owners = useOwners()
  const said = ({ owner, followUp }: Patch): string => {
    if (followUp) return `${lead.name} is due on ${calendarDay(followUp)}.`
    if (followUp === null) return `${lead.name} has no follow-up day now.`
    return `${owners.all.find(({ id }) => id === owner)?.username ?? 'Nobody'} looks after ${lead.name} now.`
  }
  const change = useRecordChange<Patch>({
    of: 'leads',
    record: lead,
    failure: 'Failed to update lead',
    onSaved: (_, patch) => toast({ title: 'Lead Updated', description: said(patch) }),
  })
  const choices = ownerChoices(owners)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-muted">Owner</span>
        <Select
          aria-label={`Owner of ${lead.name}`}
          fit
          className="max-w-full"
          disabled={change.isPending}
          value={lead.owner?.id ?? ''}
          onChange={event => change.mutate({ owner: event.target.value || null })}
        >
          <option value="">Nobody</option>
          <Options of={choices} />
          {lead.owner && !choices.some(([id]) => id === lead.owner?.id) && (
            <option value={lead.owner.id}>{lead.owner.username} (cannot log in)</option>
          )}
        </Select>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-muted">Follow-up</span>
        <FollowUpSelect
          label={`Follow-up of ${lead.name}`}
          standing={lead.followUp ? calendarDay(lead.followUp) : 'No day'}
          canClear={lead.followUp !== null}
          disabled={change.isPending}
          onPick={followUp => change.mutate({ followUp })}
        />
      </span>
    </div>
  )
}

/** Any status can follow any other. While the change is being saved, the chosen one is shown. */
export const StatusSelect = ({ lead }: { lead: Lead }) => {
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
