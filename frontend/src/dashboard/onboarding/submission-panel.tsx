import type { OnboardingSubmission, SubmissionDetails } from '@firsttouch/api/contract/onboarding'
import { Link } from 'react-router-dom'
import { usePageAddress } from '../address/page-links.ts'
import { useRecord } from '../data/use-read.ts'
import { InboxPanel, newerVersion, type RecordPanelProps } from '../pieces/inbox/inbox-panel.tsx'
import { Changes, SpamButton, StaffNotes } from '../pieces/inbox/staff-notes.tsx'
import { Work } from '../pieces/inbox/work.tsx'
import { Loaded, Nothing } from '../pieces/loaded.tsx'
import { Part } from '../pieces/section.tsx'
import { capitalised, dateTime } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { Actions, Steps, SubmissionBody } from './submission-row.tsx'

export const SubmissionPanel = ({ id, item, frame }: RecordPanelProps<OnboardingSubmission>) => {
  const details = useRecord('submission', id)
  const submission = newerVersion(details.data?.submission, item)
  return (
    <InboxPanel id={id} title={submission?.fullName ?? 'Submission'} {...frame}>
      {submission && (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Steps submission={submission} />
          </div>
          <Work of="onboarding" record={submission} name={submission.fullName} />
          <SubmissionBody submission={submission}>
            <Actions submission={submission} />
            <SpamButton of="onboarding" record={submission} />
          </SubmissionBody>
        </>
      )}
      <Loaded query={details} what="details of this submission" bare skeleton="mt-4 h-40">
        {({ leads, notes, changes }) => (
          <>
            <StaffNotes read="onboarding" id={id} notes={notes} />
            <Leads leads={leads} />
            <Changes changes={changes} />
          </>
        )}
      </Loaded>
    </InboxPanel>
  )
}

const Leads = ({ leads }: Pick<SubmissionDetails, 'leads'>) => {
  const address = usePageAddress()
  return (
    <Part title="Messages" meta="Same e-mail address or phone number">
      {leads.length === 0 && <Nothing>No messages from this customer.</Nothing>}
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
            <span>{capitalised(lead.status)}</span>
            <span className="text-muted">{labelOf(lead.source)}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
