/** Who looks after a lead, and when. */
import type { Lead, LeadPatch } from '@firsttouch/api/contract/leads'
import { UserRound } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { calendarDay } from '../words/format.ts'
import { dueOf } from './follow-up.ts'
import { FollowUpSelect } from './follow-up-select.tsx'
import { ownerChoices, useOwners } from './owners.ts'

const TONES = { overdue: 'danger', today: 'accent', later: 'neutral' } as const

/** On the lead's card: what is due stands out. */
export const WorkBadges = ({ lead }: { lead: Lead }) => {
  const due = dueOf(lead)
  return (
    <>
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

type Change = { patch: Pick<LeadPatch, 'owner' | 'followUp'>; said: string }

export const LeadWork = ({ lead }: { lead: Lead }) => {
  const owners = useOwners()
  const change = useAdminWrite<Change>({
    call: ({ patch }) => ({
      method: 'PATCH',
      path: `leads/${lead.id}`,
      body: { ...patch, version: lead.version },
    }),
    changes: 'leads',
    failure: 'Failed to update lead',
    onSaved: (_, { said }) => toast({ title: 'Lead Updated', description: said }),
  })
  const give = (owner: string) => {
    const to = owners.all.find(({ id }) => id === owner)?.username
    const said = to ? `${to} looks after ${lead.name} now.` : `Nobody looks after ${lead.name} now.`
    change.mutate({ patch: { owner: owner || null }, said })
  }
  const setDay = (day: string | null) => {
    const said = day
      ? `${lead.name} is due on ${calendarDay(day)}.`
      : `${lead.name} has no follow-up day now.`
    change.mutate({ patch: { followUp: day }, said })
  }
  const choices = ownerChoices(owners)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
      <span className="flex flex-wrap items-center gap-2">
        <span className="text-muted">Owner</span>
        <Select
          aria-label={`Owner of ${lead.name}`}
          className="w-auto! max-w-full"
          disabled={change.isPending}
          value={lead.owner?.id ?? ''}
          onChange={event => give(event.target.value)}
        >
          <option value="">Nobody</option>
          {choices.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
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
          onPick={setDay}
        />
      </span>
    </div>
  )
}
