/** One customer's submission: how they came, and what staff made of it. */
import type { SubmissionDetails } from '@firsttouch/api/contract/onboarding'
import { Link } from 'react-router-dom'
import { usePageAddress } from '../address/page-links.ts'
import { useRead } from '../data/use-read.ts'
import { Nothing } from '../pieces/empty.tsx'
import { Changes } from '../pieces/inbox/changes.tsx'
import { SpamButton } from '../pieces/inbox/spam-button.tsx'
import { StaffNotes } from '../pieces/inbox/staff-notes.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Part, RecordPanel } from '../pieces/record-panel.tsx'
import { dateTime } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { AdsBadge, ContactCustomer, SubmissionFacts } from './submission-card.tsx'

export const SubmissionPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const details = useRead('submission', { id })
  return (
    <RecordPanel title={details.data?.submission.fullName ?? 'Submission'} onClose={onClose}>
      <Loaded query={details} what="details of this submission" bare skeleton="mt-4 h-40">
        {({ submission, leads, notes, changes }) => (
          <>
            <div className="mt-1 mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
              <AdsBadge submission={submission} />
              <time dateTime={submission.createdAt} className="text-muted tabular-nums">
                {dateTime(submission.createdAt)}
              </time>
            </div>
            <SubmissionFacts submission={submission} />
            <div className="mt-3 flex flex-wrap gap-2">
              <ContactCustomer submission={submission} />
              <SpamButton of="onboarding" record={submission} />
            </div>
            <StaffNotes read="onboarding" id={id} notes={notes} />
            <Leads leads={leads} />
            <Changes changes={changes} />
          </>
        )}
      </Loaded>
    </RecordPanel>
  )
}

const Leads = ({ leads }: Pick<SubmissionDetails, 'leads'>) => {
  const address = usePageAddress()
  return (
    <Part title="Messages before" meta="Same e-mail address or phone number">
      {leads.length === 0 && <Nothing>This customer has sent no message.</Nothing>}
      <ul className="space-y-1.5">
        {leads.map(lead => (
          <li key={lead.id} className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to={address('leads', { lead: lead.id })}
              className="dashboard-target inline-flex min-w-11 items-center font-semibold underline underline-offset-2 hover:no-underline"
            >
              {lead.name}
            </Link>
            <span className="text-muted tabular-nums">{dateTime(lead.createdAt)}</span>
            <span>{lead.status}</span>
            <span className="text-muted">{labelOf(lead.source)}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
