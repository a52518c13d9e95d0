import type { Lead, LeadBulkChange, LeadCounts, LeadPage } from '@firsttouch/api/contract/leads'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useAddressValue } from '../address/use-address.ts'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { Empty } from '../pieces/empty.tsx'
import { Inbox } from '../pieces/inbox/inbox.tsx'
import type { Chosen } from '../pieces/inbox/use-inbox.ts'
import { count } from '../words/format.ts'
import { BulkBar } from './bulk-bar.tsx'
import { LeadCard } from './lead-card.tsx'
import { LeadFilters } from './lead-filters.tsx'
import { type LeadFilter, useLeadFilter, useLeadPages } from './use-lead-filter.ts'

const KIND = { read: 'leads', noun: 'leads', ids: 'leadIds' } as const

const loadPanel = async () => (await import('./lead-panel.tsx')).LeadPanel

export const Leads = () => {
  const filter = useLeadFilter()
  const { values } = filter.filters
  const pages = useLeadPages(filter)
  const [open, setOpen] = useAddressValue('lead')
  const LeadPanel = useLoaded(loadPanel, open !== '')
  return (
    <>
      <Inbox<Lead, LeadPage>
        title="Contact Form Leads"
        kind={KIND}
        pages={pages}
        meta={first => <ToDo counts={first} filters={filter.filters} />}
        filters={<LeadFilters filter={filter} />}
        empty={<NoLeads />}
        nothingFound={values.spam && !values.q ? <NoSpam /> : undefined}
        work={({ selection, chosen }, leads) => (
          <BulkBar selection={selection} chosen={() => withVersions(chosen(), leads)} />
        )}
        card={(lead, selected, onToggle) => (
          <LeadCard
            key={lead.id}
            lead={lead}
            onOpen={() => setOpen(lead.id)}
            onShowOthers={() => filter.setPerson(lead.id)}
            selected={selected}
            onToggle={onToggle}
          />
        )}
      />
      {open && LeadPanel && (
        <CardBoundary what="details of this lead">
          <LeadPanel key={open} id={open} onOpen={setOpen} onClose={() => setOpen('')} />
        </CardBoundary>
      )}
    </>
  )
}

type ToDoProps = { counts: LeadCounts; filters: LeadFilter['filters'] }

/** What waits for somebody; a press shows it. */
const ToDo = ({ counts: { newCount, lateCount, dueCount }, filters }: ToDoProps) => (
  <>
    <Waiting count={newCount} words="new" onShow={() => filters.set('status', 'new')} />
    <Waiting count={lateCount} words="waiting too long" onShow={() => filters.set('waiting', 'late')} />
    <Waiting count={dueCount} words="due" onShow={() => filters.set('followUp', 'due')} />
  </>
)

const Waiting = ({ count: n, words, onShow }: { count: number; words: string; onShow: () => void }) =>
  n === 0 ? (
    <span>0 {words}</span>
  ) : (
    <button
      type="button"
      className="dashboard-target min-w-11 text-left font-semibold text-ink underline underline-offset-2 hover:no-underline"
      onClick={onShow}
    >
      {count(n)} {words}
    </button>
  )

/** Each at the version that was seen: what a colleague changed meanwhile is not changed unseen. */
const withVersions = (chosen: Chosen, leads: readonly Lead[]): Omit<LeadBulkChange, 'change'> => {
  if ('filter' in chosen) return chosen
  const versions = new Map(leads.map(({ id, version }) => [id, version]))
  const leadIds = (chosen.leadIds ?? []).filter(id => versions.has(id))
  return { leadIds, versions: leadIds.map(id => versions.get(id) ?? 0) }
}

const NoLeads = () => (
  <Empty title="No contact form submissions yet.">
    Messages sent with the contact form of the landing page arrive here by themselves.
  </Empty>
)

const NoSpam = () => (
  <Empty title="Nothing was taken for spam.">Choose Leads above to go back to the inbox.</Empty>
)
