import { useState } from 'react'
import { errorText } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { PLANS } from '../business.ts'
import { rememberedPlan } from '../chosen-plan.ts'
import { FormCard } from '../forms/form-card.tsx'
import { FormGroup } from '../forms/form-group.tsx'
import { LeaveBlank } from '../forms/leave-blank.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { EmailField, PhoneField, TextField } from '../forms/text-field.tsx'
import { type Issue, usePublicForm, type Values } from '../forms/use-public-form.ts'
import { useActions } from '../use-actions.ts'
import { useTracking } from '../use-tracking.ts'
import { AdsAccount } from './ads-account.tsx'

export const OnboardingForm = () => {
  const [hasGoogleAds, setHasGoogleAds] = useState(false)
  const purchased = usePurchase()
  const { form, errors, sending } = usePublicForm({
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
      <YourInformation errors={errors} />
      <AdsAccount hasAccount={hasGoogleAds} onChange={setHasGoogleAds} />
      <YourService errors={errors} />
      <FormGroup title="Additional Notes">
        <TextArea name="notes" label="Anything we should know" errors={errors} optional />
      </FormGroup>
      <LeaveBlank />
      <Button type="submit" size="lg" disabled={sending} className="w-full">
        {sending ? 'Submitting...' : 'Continue Setup'}
      </Button>
    </FormCard>
  )
}

type Group = { errors: Record<string, string> }

const YourInformation = ({ errors }: Group) => (
  <FormGroup title="Your Information">
    <TextField name="fullName" label="Full Name" errors={errors} autoComplete="name" />
    <TextField name="businessName" label="Business Name" errors={errors} autoComplete="organization" />
    <EmailField name="emailAddress" label="Email Address" errors={errors} />
    <PhoneField name="mobileNumber" label="Mobile Number" errors={errors} />
    <TextField
      name="websiteAddress"
      label="Website Address"
      errors={errors}
      optional
      className="sm:col-span-2"
      inputMode="url"
      autoComplete="url"
      // With the https:// that may come before it, 2,048.
      maxLength={2040}
      placeholder="www.example.co.uk"
    />
  </FormGroup>
)

const YourService = ({ errors }: Group) => (
  <FormGroup title="Your Service Details">
    <TextField
      name="primaryKeyword"
      label="Primary Keyword"
      errors={errors}
      hint="What people type, such as boiler repair"
    />
    <TextField
      name="targetArea"
      label="Target Area"
      errors={errors}
      hint="Where you work, such as Bristol and Bath"
    />
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

/** Whoever came here from a payment link has bought that plan. */
const usePurchase = () => {
  const tracker = useTracking()?.tracker
  const { purchased } = useActions()
  return () => {
    const plan = PLANS.find(({ id }) => id === rememberedPlan(tracker))
    if (plan) purchased(plan)
  }
}
