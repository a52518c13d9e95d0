import type { OnboardingSubmission } from '@firsttouch/api/contract/onboarding'
import { Info, Mail, PanelRightOpen, Plus } from 'lucide-react'
import { mailLink } from '../../links.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useRead } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { Fact, Facts, RecordCard } from '../pieces/inbox/record-card.tsx'
import { NoteCount } from '../pieces/inbox/staff-notes.tsx'
import { webLink } from '../pieces/outside-links.ts'
import { labelOf } from '../words/labels.ts'

type SubmissionCardProps = {
  submission: OnboardingSubmission
  selected: boolean
  onToggle: () => void
  onOpen: () => void
  onCreateCampaign: () => void
}

export const SubmissionCard = (props: SubmissionCardProps) => {
  const { submission, selected, onToggle } = props
  return (
    <RecordCard
      id={submission.id}
      name={submission.fullName}
      createdAt={submission.createdAt}
      selected={selected}
      onToggle={onToggle}
      aside={<AdsBadge submission={submission} />}
      footnote={
        <>
          <NoteCount notes={submission.staffNotes} />
          {submission.hasGoogleAds && <AccessNote />}
          {submission.spamReason && <span>Taken for spam: {labelOf(submission.spamReason)}</span>}
        </>
      }
      actions={<Actions {...props} />}
    >
      <SubmissionFacts submission={submission} />
    </RecordCard>
  )
}

export const AdsBadge = ({ submission: { hasGoogleAds } }: Pick<SubmissionCardProps, 'submission'>) => (
  <Badge tone={hasGoogleAds ? 'ok' : 'neutral'}>{hasGoogleAds ? 'Has Google Ads' : 'Needs Account'}</Badge>
)

export const SubmissionFacts = ({ submission }: Pick<SubmissionCardProps, 'submission'>) => (
  <Facts>
    <Fact label="Business">{submission.businessName}</Fact>
    <Fact label="Email">{submission.emailAddress}</Fact>
    <Fact label="Mobile">{submission.mobileNumber}</Fact>
    {submission.websiteAddress && (
      <Fact label="Website">
        <Website address={submission.websiteAddress} />
      </Fact>
    )}
    <Fact label="Primary keyword">{submission.primaryKeyword}</Fact>
    <Fact label="Target area">{submission.targetArea}</Fact>
    {submission.notes && (
      <Fact label="Notes" wide>
        <span className="whitespace-pre-wrap">{submission.notes}</span>
      </Fact>
    )}
  </Facts>
)

const Actions = ({ submission, onOpen, onCreateCampaign }: SubmissionCardProps) => (
  <>
    <Button data-opens aria-label={`Details of ${submission.fullName}`} onClick={onOpen}>
      <PanelRightOpen aria-hidden size={14} /> Details
    </Button>
    <a href={welcomeMail(submission)} className={buttonClass({ variant: 'ghost', size: 'sm' })}>
      <Mail aria-hidden size={14} /> Contact Customer
    </a>
    <Button onClick={onCreateCampaign}>
      <Plus aria-hidden size={14} /> Create Campaign
    </Button>
  </>
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

export const welcomeMail = ({
  emailAddress,
  fullName,
  businessName,
  primaryKeyword,
  targetArea,
}: OnboardingSubmission) =>
  mailLink(
    emailAddress,
    `Your Google Ads campaign for ${businessName}`,
    `Hi ${fullName.split(/\s+/)[0]},\n\nThank you for your details. We are preparing your campaign for "${primaryKeyword}" in ${targetArea}.\n\n`,
  )
