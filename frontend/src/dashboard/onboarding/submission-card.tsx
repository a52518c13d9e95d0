import type { OnboardingSubmission } from '@firsttouch/api/contract/onboarding'
import { Info, Mail, Plus } from 'lucide-react'
import { mailLink } from '../../links.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useRead } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { Fact, Facts, RecordCard, type RecordHandles } from '../pieces/inbox/record-card.tsx'
import { NoteCount } from '../pieces/inbox/staff-notes.tsx'
import { webLink } from '../pieces/outside-links.ts'
import { labelOf } from '../words/labels.ts'

type SubmissionProps = { submission: OnboardingSubmission }
type SubmissionCardProps = SubmissionProps & { handles: RecordHandles; onCreateCampaign: () => void }

export const SubmissionCard = ({ submission, handles, onCreateCampaign }: SubmissionCardProps) => (
  <RecordCard
    id={submission.id}
    name={submission.fullName}
    createdAt={submission.createdAt}
    handles={handles}
    aside={<AdsBadge submission={submission} />}
    footnote={
      <>
        <NoteCount notes={submission.staffNotes} />
        {submission.hasGoogleAds && <AccessNote />}
        {submission.spamReason && <span>Taken for spam: {labelOf(submission.spamReason)}</span>}
      </>
    }
    actions={
      <>
        <ContactCustomer submission={submission} />
        <Button onClick={onCreateCampaign}>
          <Plus aria-hidden size={14} /> Create Campaign
        </Button>
      </>
    }
  >
    <SubmissionFacts submission={submission} />
  </RecordCard>
)

export const AdsBadge = ({ submission: { hasGoogleAds } }: SubmissionProps) => (
  <Badge tone={hasGoogleAds ? 'ok' : 'neutral'}>{hasGoogleAds ? 'Has Google Ads' : 'Needs Account'}</Badge>
)

export const SubmissionFacts = ({ submission }: SubmissionProps) => (
  <Facts>
    <Fact label="Business">{submission.businessName}</Fact>
    <Fact label="Email">{submission.emailAddress}</Fact>
    <Fact label="Mobile">{submission.mobileNumber}</Fact>
    <Fact label="Website">
      {submission.websiteAddress && <Website address={submission.websiteAddress} />}
    </Fact>
    <Fact label="Primary keyword">{submission.primaryKeyword}</Fact>
    <Fact label="Target area">{submission.targetArea}</Fact>
    <Fact label="Notes" wide>
      {submission.notes}
    </Fact>
  </Facts>
)

const Website = ({ address }: { address: string }) => {
  const href = webLink(address)
  if (!href) return address
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="underline underline-offset-2 hover:no-underline"
    >
      {address}
    </a>
  )
}

const AccessNote = () => {
  const { data } = useRead('siteConfig')
  return (
    <p className="flex items-start gap-1.5">
      <Info aria-hidden size={14} className="mt-px shrink-0" />
      <span>Waiting for manager access at {data ? data.supportEmail || 'our company e-mail' : '…'}</span>
    </p>
  )
}

export const ContactCustomer = ({ submission }: SubmissionProps) => {
  const { emailAddress, fullName, businessName, primaryKeyword, targetArea } = submission
  const mail = mailLink(
    emailAddress,
    `Your Google Ads campaign for ${businessName}`,
    `Hi ${fullName.split(/\s+/)[0]},\n\nThank you for your details. We are preparing your campaign for "${primaryKeyword}" in ${targetArea}.\n\n`,
  )
  return (
    <a href={mail} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
      <Mail aria-hidden size={14} /> Contact Customer
    </a>
  )
}
