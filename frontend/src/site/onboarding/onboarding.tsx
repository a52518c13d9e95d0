import { ChevronDown, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { ButtonLink } from '../counted-link.tsx'
import { EmailField, PhoneField, TextArea, TextField } from '../forms/fields.tsx'
import { FormCard, FormGroup } from '../forms/public-form.tsx'
import { type Issue, usePublicForm, type Values } from '../forms/use-public-form.ts'
import { InnerPage } from '../layout/inner-page.tsx'
import type { PublicPage } from '../page.ts'
import { useSiteConfig } from '../site-config.tsx'
import { useActions } from '../use-tracking.ts'

const Onboarding = () => (
  <InnerPage>
    <div className="wrap grid gap-10 pt-10 sm:pt-14 lg:grid-cols-[1fr_1.7fr] lg:gap-16">
      <div className="lg:sticky lg:top-10 lg:self-start">
        <h1 className="display text-4xl">ALMOST DONE!</h1>
        <p className="mt-5 text-lg">Your payment is confirmed. Thank you.</p>
        <p className="mt-4 text-muted">
          A receipt from Stripe, our card payment provider, will arrive by e-mail. Keep it: the same e-mail
          lets you manage or cancel your subscription.
        </p>
        <p className="mt-4 text-muted">
          All we need now is what your business does and where. It takes about three minutes, and then our
          specialists start.
        </p>
      </div>
      <OnboardingForm />
    </div>
  </InnerPage>
)

export const page: PublicPage = {
  title: 'Almost done: tell us about your business | Firsttouch',
  description: 'The last step after payment: the details we need to set up your campaigns.',
  search: 'hidden',
  Component: Onboarding,
}

const OnboardingForm = () => {
  const [hasGoogleAds, setHasGoogleAds] = useState(false)
  const { purchased } = useActions()
  const { sending, ...form } = usePublicForm({
    path: '/api/onboarding',
    formType: 'onboarding',
    toPayload: values => ({ ...values, hasGoogleAds }),
    onInvalid: sayWhatIsWrong,
    onSuccess: () => {
      purchased()
      location.assign('/onboarding-success')
    },
    onFailure: error => toastFailure('Error', errorText(error, 'Failed to submit onboarding data')),
  })
  return (
    <FormCard {...form} aria-label="Onboarding">
      <FormGroup title="Your Information">
        <TextField name="fullName" label="Full Name" autoComplete="name" />
        <TextField name="businessName" label="Business Name" autoComplete="organization" />
        <EmailField name="emailAddress" label="Email Address" />
        <PhoneField name="mobileNumber" label="Mobile Number" />
        <TextField
          name="websiteAddress"
          label="Website Address"
          optional
          className="sm:col-span-2"
          inputMode="url"
          autoComplete="url"
          // The server allows 2,048 characters including the https:// that it may add.
          maxLength={2040}
          placeholder="www.example.co.uk"
        />
      </FormGroup>
      <AdsAccount hasAccount={hasGoogleAds} onChange={setHasGoogleAds} />
      <FormGroup title="Your Service Details">
        <TextField
          name="primaryKeyword"
          label="Primary Keyword"
          hint="What people type, such as boiler repair"
        />
        <TextField name="targetArea" label="Target Area" hint="Where you work, such as Bristol and Bath" />
      </FormGroup>
      <FormGroup title="Additional Notes">
        <TextArea name="notes" label="Anything we should know" optional />
      </FormGroup>
      <Button type="submit" size="lg" disabled={sending} className="w-full">
        {sending ? 'Submitting...' : 'Continue Setup'}
      </Button>
    </FormCard>
  )
}

const sayWhatIsWrong = async (issues: Issue[], values: Values) => {
  const { missingFields } = await import('../forms/schemas.ts')
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)])
  const missing = missingFields(Object.fromEntries(texts))
  if (missing.length > 0) toastFailure('Missing Information', `Please fill in: ${missing.join(', ')}`)
  else if (issues.some(issue => issue.path === 'emailAddress'))
    toastFailure('Invalid Email', 'Please enter a valid email address.')
}

type AdsAccountProps = { hasAccount: boolean; onChange: (has: boolean) => void }

export const AdsAccount = ({ hasAccount, onChange }: AdsAccountProps) => (
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
      <ButtonLink
        outside
        href="https://ads.google.com/"
        name="onboarding_open_google_ads"
        variant="ghost"
        className="mt-3"
      >
        Open Google Ads <ExternalLink aria-hidden size={18} />
        <span className="sr-only">(in a new tab)</span>
      </ButtonLink>
    </div>
  )
}
