import type { LeadStatus } from '@firsttouch/api/contract/lead-status'
import type { Lead, LeadBulkChange, LeadPage } from '@firsttouch/api/contract/leads'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Options, Select } from '../../ui/select.tsx'
import { useRead } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { FilterBar } from '../pieces/filters/filters.tsx'
import { waitText } from '../pieces/inbox/age.ts'
import { Inbox } from '../pieces/inbox/inbox.tsx'
import type { Selection } from '../pieces/inbox/selection.ts'
import type { Chosen } from '../pieces/inbox/use-inbox.ts'
import { FollowUpSelect, ownerChoices, useOwners } from '../pieces/inbox/work.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { Empty } from '../pieces/loaded.tsx'
import { calendarDay, count, counted } from '../words/format.ts'
import { LeadRow } from './lead-row.tsx'
import { useBulkChange } from './use-lead-change.ts'
import { type LeadFilter, STATUSES, useLeadFilter, useLeadPages } from './use-lead-filter.ts'

const LeadPanel = lazily(async () => (await import('./lead-panel.tsx')).LeadPanel, 'hidden')

export const Leads = () => {
  const filter = useLeadFilter()
  const { set: show } = filter.filters
  return (
    <Inbox<Lead, LeadPage>
      title="Contact Form Leads"
      kind={{ read: 'leads', noun: 'leads', ids: 'leadIds' }}
      pages={useLeadPages(filter)}
      meta={({ newCount, lateCount, dueCount }) => (
        <>
          <Waiting count={newCount} words="new" onShow={() => show('status', 'new')} />
          <Waiting count={lateCount} words="waiting too long" onShow={() => show('waiting', 'late')} />
          <Waiting count={dueCount} words="due" onShow={() => show('followUp', 'due')} />
        </>
      )}
      filters={<Filters filter={filter} />}
      empty={
        <Empty title="No contact form submissions yet.">
          Messages sent with the contact form of the landing page appear here automatically.
        </Empty>
      }
      work={({ selection, chosen }, leads) => (
        <BulkBar selection={selection} chosen={() => withVersions(chosen(), leads)} />
      )}
      row={(lead, handles) => <LeadRow key={lead.id} lead={lead} handles={handles} />}
      panel={panel => <LeadPanel {...panel} />}
    />
  )
}

const Filters = ({ filter: { filters, asked, person, setPerson } }: { filter: LeadFilter }) => {
  const { all, me } = useOwners()
  return (
    <>
      <ReplyTimes asked={asked} />
      <FilterBar
        filters={filters}
        choices={{ owner: ownerChoices({ all: all.filter(({ id }) => id !== me?.id), me: undefined }) }}
      >
        {person && (
          <Button onClick={() => setPerson('')}>
            Show leads of everyone <X aria-hidden size={14} />
          </Button>
        )}
      </FilterBar>
    </>
  )
}

const Waiting = ({ count: n, words, onShow }: { count: number; words: string; onShow: () => void }) =>
  n === 0 ? (
    <span className={words === 'new' ? undefined : 'max-sm:hidden'}>0 {words}</span>
  ) : (
    <button
      type="button"
      className="dashboard-target min-w-11 text-left font-semibold text-ink underline underline-offset-2 hover:no-underline"
      onClick={onShow}
    >
      {count(n)} {words}
    </button>
  )

/** Sends the versions that the user saw, so that a colleague's later change is not overwritten. */
const withVersions = (chosen: Chosen, leads: readonly Lead[]): Omit<LeadBulkChange, 'change'> => {
  if ('filter' in chosen) return chosen
  const versions = new Map(leads.map(({ id, version }) => [id, version]))
  const leadIds = (chosen.leadIds ?? []).filter(id => versions.has(id))
  return { leadIds, versions: leadIds.map(id => versions.get(id) ?? 0) }
}

const ReplyTimes = ({ asked }: { asked: Readonly<Record<string, string>> }) => {
  const { data } = useRead('replyTimes', { query: asked })
  if (!data || data.medianSeconds === null) return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-muted tabular-nums max-sm:hidden sm:px-5">
      <span>
        First reply after{' '}
        <span className="font-semibold text-ink">{waitText(data.medianSeconds * 1000)}</span> (median of{' '}
        {counted(data.answered, 'leads')})
      </span>
      {data.people.map(({ person, answered, medianSeconds }) => (
        <span key={person}>
          {person} <span className="text-ink">{waitText(medianSeconds * 1000)}</span> (
          {counted(answered, 'leads')})
        </span>
      ))}
    </p>
  )
}

type BulkBarProps = { selection: Selection; chosen: () => Omit<LeadBulkChange, 'change'> }

export const BulkBar = ({ selection, chosen }: BulkBarProps) => {
  const [fields, setFields] = useState<LeadBulkChange['change']>({})
  const { status, owner, followUp } = fields
  const owners = useOwners()
  const { mutate, isPending } = useBulkChange(selection.clear)
  return (
    <fieldset className="contents">
      <legend className="sr-only">Change the selected leads</legend>
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
