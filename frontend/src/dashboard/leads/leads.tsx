import type { Lead, LeadPage } from '@firsttouch/api/contract/leads'
import { useAddressValue } from '../address.ts'
import { Empty } from '../empty.tsx'
import { count } from '../format.ts'
import { Inbox } from '../inbox.tsx'
import { LeadCard } from './lead-card.tsx'
import { LeadFilters } from './lead-filters.tsx'
import { LeadPanel } from './lead-panel.tsx'
import { useLeadFilter, useLeadPages } from './use-lead-filter.ts'

const KIND = { read: 'leads', noun: 'leads', ids: 'leadIds' } as const

export const Leads = () => {
  const filter = useLeadFilter()
  const pages = useLeadPages(filter)
  const [open, setOpen] = useAddressValue('lead')
  return (
    <>
      <Inbox<Lead, LeadPage>
        title="Contact Form Leads"
        kind={KIND}
        pages={pages}
        meta={first => <NewOnes count={first.newCount} />}
        filters={<LeadFilters filter={filter} />}
        empty={<NoLeads />}
        nothingFound={filter.spam && !filter.text ? <NoSpam /> : undefined}
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
      {open && <LeadPanel key={open} id={open} onOpen={setOpen} onClose={() => setOpen('')} />}
    </>
  )
}

const NewOnes = ({ count: fresh }: { count: number }) => (
  <span className={fresh > 0 ? 'font-semibold text-ink' : undefined}>{count(fresh)} new</span>
)

const NoLeads = () => (
  <Empty title="No contact form submissions yet.">
    Messages sent with the contact form of the landing page arrive here by themselves.
  </Empty>
)

const NoSpam = () => (
  <Empty title="Nothing was taken for spam.">Choose Leads above to go back to the inbox.</Empty>
)
