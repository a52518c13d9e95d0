import type { LeadDetails } from '@firsttouch/api/contract/leads'
import { Fact, Facts } from '../pieces/inbox/record-row.tsx'
import { Part } from '../pieces/record-panel.tsx'
import { capitalised, dateTime } from '../words/format.ts'

type BackgroundProps = { details: LeadDetails; onOpen: (id: string) => void }

export const Background = ({ details: { trials, onboarding, samePerson }, onOpen }: BackgroundProps) => (
  <>
    {trials.length > 0 && (
      <Part title="Free trial">
        {trials.map(trial => (
          <Facts key={trial.leadId}>
            <Fact label="Started">{dateTime(trial.createdAt)}</Fact>
            <Fact label="Primary keyword">{trial.primaryKeyword}</Fact>
            <Fact label="Target location">{trial.targetArea}</Fact>
            <Fact label="Ads account">{trial.currentAdsAccount === 'yes' ? 'has one' : 'needs one'}</Fact>
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
