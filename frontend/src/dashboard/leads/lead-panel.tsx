import type { Lead, LeadDetails } from '@firsttouch/api/contract/leads'
import { useRecord } from '../data/use-read.ts'
import { InboxPanel, newerVersion, type RecordPanelProps } from '../pieces/inbox/inbox-panel.tsx'
import { Fact, Facts } from '../pieces/inbox/record-row.tsx'
import { Changes, SpamButton, StaffNotes } from '../pieces/inbox/staff-notes.tsx'
import { Work } from '../pieces/inbox/work.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Part } from '../pieces/section.tsx'
import { capitalised, dateTime } from '../words/format.ts'
import { Journey } from './journey.tsx'
import { LeadBody, StatusSelect } from './lead-row.tsx'
import { Replies } from './replies.tsx'

export const LeadPanel = ({ id, item, frame, onOpen }: RecordPanelProps<Lead>) => {
  const details = useRecord('lead', id)
  const journey = useRecord('journey', id)
  const lead = newerVersion(details.data?.lead, item)
  return (
    <InboxPanel id={id} title={lead?.name ?? 'Lead'} {...frame}>
      {lead && (
        <>
          <StatusSelect lead={lead} />
          <Work of="leads" record={lead} name={lead.name} />
          <LeadBody lead={lead}>
            <Replies lead={lead} />
            <SpamButton of="leads" record={lead} />
          </LeadBody>
        </>
      )}
      <Loaded query={details} what="details of this lead" bare skeleton="mt-4 h-40">
        {data => (
          <>
            <StaffNotes read="leads" id={id} notes={data.notes} />
            <Loaded query={journey} what="journey" bare skeleton="mt-6 h-24">
              {known => <Journey journey={known} createdAt={data.lead.createdAt} />}
            </Loaded>
            <Background details={data} onOpen={onOpen} />
            <Changes changes={data.changes} />
          </>
        )}
      </Loaded>
    </InboxPanel>
  )
}

type BackgroundProps = { details: LeadDetails; onOpen: (id: string) => void }

const Background = ({ details: { trials, onboarding, samePerson }, onOpen }: BackgroundProps) => (
  <>
    {trials.length > 0 && (
      <Part title="Free trial">
        {trials.map(trial => (
          <Facts key={trial.leadId}>
            <Fact label="Started">{dateTime(trial.createdAt)}</Fact>
            <Fact label="Primary keyword">{trial.primaryKeyword}</Fact>
            <Fact label="Target location">{trial.targetArea}</Fact>
            <Fact label="Google Ads account">
              {trial.currentAdsAccount === 'yes' ? 'has one' : 'needs one'}
            </Fact>
            <Fact label="Website">{trial.website}</Fact>
            <Fact label="Additional info" wide>
              {trial.additionalInfo}
            </Fact>
          </Facts>
        ))}
      </Part>
    )}
    {onboarding.length > 0 && (
      <Part title="Onboarding">
        {onboarding.map(one => (
          <Facts key={one.id}>
            <Fact label="Sent">{dateTime(one.createdAt)}</Fact>
            <Fact label="Customer">{one.fullName}</Fact>
            <Fact label="Business">{one.businessName}</Fact>
            <Fact label="Primary keyword">{one.primaryKeyword}</Fact>
            <Fact label="Target area">{one.targetArea}</Fact>
            <Fact label="Google Ads">{one.hasGoogleAds ? 'has an account' : 'needs an account'}</Fact>
          </Facts>
        ))}
      </Part>
    )}
    {samePerson.length > 0 && (
      <Part title="Also from this person" meta="Same e-mail address or phone number">
        <ul className="space-y-1.5">
          {samePerson.map(other => (
            <li key={other.id} className="flex flex-wrap items-baseline gap-x-3">
              <button
                type="button"
                className="dashboard-target min-w-11 text-left font-semibold underline underline-offset-2 hover:no-underline"
                onClick={() => onOpen(other.id)}
              >
                {other.name}
              </button>
              <span className="text-muted tabular-nums">{dateTime(other.createdAt)}</span>
              <span>{capitalised(other.status)}</span>
              <span className="min-w-0 basis-full truncate text-muted">{other.message}</span>
            </li>
          ))}
        </ul>
      </Part>
    )}
  </>
)
