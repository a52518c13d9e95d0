import type { OnboardingSubmission } from '@firsttouch/api/contract/onboarding'
import { ONBOARDING_STEPS, type OnboardingStep } from '@firsttouch/api/contract/onboarding-steps'
import { Info, Mail, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { mailLink } from '../../links.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useRead } from '../data/use-read.ts'
import { useRecordChange } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { useMinute, waitText } from '../pieces/inbox/age.ts'
import { Fact, Facts, Identity, type RecordHandles, RecordRow } from '../pieces/inbox/record-row.tsx'
import { NoteCount } from '../pieces/inbox/staff-notes.tsx'
import { WorkMarks } from '../pieces/inbox/work.tsx'
import { webLink } from '../pieces/outside-links.ts'
import { useOpenForm } from '../pieces/shared-draft.tsx'
import { labelOf, STEP_WORDS } from '../words/labels.ts'

type SubmissionProps = { submission: OnboardingSubmission }

export const SubmissionRow = ({ submission, handles }: SubmissionProps & { handles: RecordHandles }) => {
  const { id, fullName, businessName, primaryKeyword, targetArea, hasGoogleAds, createdAt, done } = submission
  return (
    <RecordRow
      id={id}
      name={fullName}
      createdAt={createdAt}
      handles={handles}
      state={handles.onRestore ? null : <Steps submission={submission} />}
      about={`${businessName} · ${primaryKeyword}, ${targetArea}`}
      columns={
        <>
          {submission.spamReason && <span>Classified as spam: {labelOf(submission.spamReason)}</span>}
          <Badge tone={hasGoogleAds ? 'ok' : 'neutral'} className="whitespace-nowrap">
            {hasGoogleAds ? 'Has Google Ads' : 'Needs Account'}
          </Badge>
          <WorkMarks record={submission} isOver={done.includes('live')} />
        </>
      }
      age={waitText(useMinute() - Date.parse(createdAt))}
    >
      <SubmissionBody submission={submission}>
        {!handles.onRestore && <Actions submission={submission} />}
      </SubmissionBody>
    </RecordRow>
  )
}

export const SubmissionBody = ({ submission, children }: SubmissionProps & { children: ReactNode }) => (
  <>
    <Facts>
      <Fact label="Business">{submission.businessName}</Fact>
      <Fact label="Email">{submission.emailAddress}</Fact>
      <Fact label="Mobile">{submission.mobileNumber}</Fact>
      <Fact label="Website">
        {submission.websiteAddress && <Website address={submission.websiteAddress} />}
      </Fact>
      <Fact label="Google Ads">{submission.hasGoogleAds ? 'has an account' : 'needs an account'}</Fact>
      <Fact label="Primary keyword">{submission.primaryKeyword}</Fact>
      <Fact label="Target area">{submission.targetArea}</Fact>
      <Fact label="Notes" wide>
        {submission.notes}
      </Fact>
    </Facts>
    <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    <div className="mt-3 flex flex-wrap gap-x-4 text-xs text-muted tabular-nums">
      <NoteCount notes={submission.staffNotes} />
      {submission.hasGoogleAds && <AccessNote />}
      {submission.spamReason && <span>Classified as spam: {labelOf(submission.spamReason)}</span>}
      <Identity {...submission} />
    </div>
  </>
)

export const Actions = ({ submission }: SubmissionProps) => {
  const { startWith } = useOpenForm()
  return (
    <>
      <ContactCustomer submission={submission} />
      <Button onClick={() => startWith(draftFor(submission))}>
        <Plus aria-hidden size={14} /> Create Campaign
      </Button>
    </>
  )
}

export const draftFor = ({ businessName, primaryKeyword, targetArea }: OnboardingSubmission) => ({
  name: `${businessName} ${primaryKeyword}`,
  platform: 'Google Ads',
  utmSource: 'google',
  utmMedium: 'cpc',
  adAssetDescription: 'Search Ad',
  notes: `For ${businessName}: ${primaryKeyword}, ${targetArea}`,
})

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

const ContactCustomer = ({ submission }: SubmissionProps) => {
  const { emailAddress, fullName, businessName, primaryKeyword, targetArea } = submission
  const mail = mailLink(
    emailAddress,
    `Your Google Ads campaign for ${businessName}`,
    `Hi ${fullName.split(/\s+/)[0]},\n\nThank you for your details. We are preparing your campaign for "${primaryKeyword}" in ${targetArea}.\n\n`,
  )
  return (
    <a href={mail} className={buttonClass({ variant: 'ghost', size: 'sm' })} data-keys="r">
      <Mail aria-hidden size={14} /> Contact Customer
    </a>
  )
}

export const Steps = ({ submission }: SubmissionProps) => {
  const { done, fullName } = submission
  const change = useRecordChange<{ done: OnboardingStep[] }>({
    of: 'onboarding',
    record: submission,
    failure: 'Failed to update submission',
    onSaved: (_, after) =>
      toast({
        title: 'Submission Updated',
        description: `${fullName}: ${after.done.length} of ${ONBOARDING_STEPS.length} steps are done.`,
      }),
  })
  const shown = change.isPending ? change.variables.done : done
  return (
    <fieldset aria-label={`Steps of ${fullName}`} className="contents">
      {ONBOARDING_STEPS.map((step, at) => (
        <label
          key={step}
          className="dashboard-target inline-flex min-h-8 min-w-11 items-center gap-1.5 text-sm"
        >
          <input
            type="checkbox"
            data-keys={at + 1}
            className="size-(--checkbox) shrink-0 accent-ink"
            checked={shown.includes(step)}
            onChange={() =>
              change.mutate({
                done: ONBOARDING_STEPS.filter(one => (one === step) !== shown.includes(one)),
              })
            }
          />
          {STEP_WORDS[step]}
        </label>
      ))}
    </fieldset>
  )
}
