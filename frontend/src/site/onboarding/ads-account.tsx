/** Two mutually exclusive checkboxes, and a guide to give us manager access. */
import { ChevronDown, ExternalLink } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CountedLink } from '../counted-link.tsx'
import { useSiteConfig } from '../site-config.tsx'

export const AdsAccount = ({
  hasAccount,
  onChange,
}: {
  hasAccount: boolean
  onChange: (has: boolean) => void
}) => (
  <fieldset>
    <legend className="display mb-4 text-xl">Google Ads Account</legend>
    <div className="grid gap-4">
      <Checkbox
        label="I already have a Google Ads account"
        name="hasGoogleAds"
        checked={hasAccount}
        onChange={event => onChange(event.target.checked)}
      />
      <Checkbox
        label="I need a Google Ads account created for me"
        checked={!hasAccount}
        onChange={event => onChange(!event.target.checked)}
      />
    </div>
    {hasAccount && <AccessGuide />}
  </fieldset>
)

const AccessGuide = () => {
  const { adsManagerId, supportEmail } = useSiteConfig()
  return (
    <div className="mt-6 rounded-md border-2 border-ink p-5">
      <p>Please give our manager account access to yours. Our manager ID:</p>
      <p className="display mt-1 text-2xl tracking-wide select-all">{adsManagerId}</p>
      <details className="group mt-4 border-t border-line pt-2">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between font-semibold">
          How to do it, in 5 steps
          <ChevronDown aria-hidden size={20} className="transition group-open:rotate-180" />
        </summary>
        <ol className="list-decimal space-y-2 py-2 pl-5 marker:font-bold">
          <li>Sign in to Google Ads.</li>
          <li>Open Tools, then Account access.</li>
          <li>Choose to invite others, so that you can add our manager.</li>
          <li>
            Enter our e-mail {supportEmail} and the manager ID {adsManagerId}.
          </li>
          <li>Choose Standard access and send the invitation.</li>
        </ol>
      </details>
      <CountedLink
        outside
        href="https://ads.google.com/"
        name="onboarding_open_google_ads"
        className={buttonClass({ variant: 'ghost', className: 'mt-3' })}
      >
        Open Google Ads <ExternalLink aria-hidden size={18} />
        <span className="sr-only">(in a new tab)</span>
      </CountedLink>
    </div>
  )
}
