import { useState } from 'react'
import { errorText } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { PLANS } from '../business.ts'
import { rememberedPlan } from '../chosen-plan.ts'
import { EmailField, PhoneField, TextArea, TextField } from '../forms/fields.tsx'
import { FormCard, FormGroup } from '../forms/public-form.tsx'
import { type Issue, usePublicForm, type Values } from '../forms/use-public-form.ts'
import { useActions } from '../use-actions.ts'
import { useTracking } from '../use-tracking.ts'
import { AdsAccount } from './ads-account.tsx'

export const OnboardingForm = () => {
  const [hasGoogleAds, setHasGoogleAds] = useState(false)
  const purchased = usePurchase()
  const { sending, ...form } = usePublicForm({
    path: '/api/onboarding',
    formType: 'onboarding',
    source: 'onboarding',
    schema: 'onboarding',
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
      <YourInformation />
      <AdsAccount hasAccount={hasGoogleAds} onChange={setHasGoogleAds} />
      <YourService />
      <FormGroup title="Additional Notes">
        <TextArea name="notes" label="Anything we should know" optional />
      </FormGroup>
      <Button type="submit" size="lg" disabled={sending} className="w-full">
        {sending ? 'Submitting...' : 'Continue Setup'}
      </Button>
    </FormCard>
  )
}

const YourInformation = () => (
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
)

const YourService = () => (
  <FormGroup title="Your Service Details">
    <TextField name="primaryKeyword" label="Primary Keyword" hint="What people type, such as boiler repair" />
    <TextField name="targetArea" label="Target Area" hint="Where you work, such as Bristol and Bath" />
  </FormGroup>
)

const sayWhatIsWrong = async (issues: Issue[], values: Values) => {
  const { missingFields } = await import('../forms/schemas.ts')
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)])
  const missing = missingFields(Object.fromEntries(texts))
  if (missing.length > 0) toastFailure('Missing Information', `Please fill in: ${missing.join(', ')}`)
  else if (issues.some(issue => issue.path === 'emailAddress'))
    toastFailure('Invalid Email', 'Please enter a valid email address.')
}

/** A visitor who started a payment has bought that plan. */
const usePurchase = () => {
  const tracker = useTracking()?.tracker
  const { purchased } = useActions()
  return () => {
    const plan = PLANS.find(({ id }) => id === rememberedPlan(tracker))
    if (plan) purchased(plan)
  }
}
