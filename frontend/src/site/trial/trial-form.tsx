import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { EmailField, PhoneField, TextArea, TextField } from '../forms/fields.tsx'
import { FormCard, FormGroup, useFieldError } from '../forms/public-form.tsx'
import { usePublicForm } from '../forms/use-public-form.ts'
import { markTrialStarted } from './trial-started.ts'

export const TrialForm = () => {
  const { sending, ...form } = usePublicForm({
    path: '/api/trial-signup',
    formType: 'trial_signup',
    source: 'trial_signup_page',
    schema: 'trial',
    toPayload: values => ({ ...values, source: 'trial_signup_page', trialType: 'free_trial' }),
    onSuccess: () => {
      markTrialStarted()
      location.assign('/trial-success')
    },
    onFailure: () => toastFailure('Error', 'Failed to start trial. Please try again.'),
  })
  return (
    <FormCard {...form} aria-label="Free trial">
      <You />
      <YourBusiness />
      <YourSearch />
      <div>
        <Button type="submit" size="lg" disabled={sending} className="w-full">
          {sending ? 'Starting Your Trial...' : 'Start Free Trial Now'}
        </Button>
        <p className="mt-3 text-center text-sm text-muted">
          No card, no contract. It ends by itself after 7 days.
        </p>
      </div>
    </FormCard>
  )
}

const You = () => (
  <FormGroup title="You">
    <TextField name="name" label="Full Name" autoComplete="name" className="sm:col-span-2" />
    <EmailField name="email" label="Email" />
    <PhoneField name="phone" label="Phone" />
  </FormGroup>
)

const YourBusiness = () => (
  <FormGroup title="Your business">
    <TextField name="businessName" label="Business Name" autoComplete="organization" />
    <TextField
      name="website"
      label="Website URL"
      optional
      inputMode="url"
      autoComplete="url"
      maxLength={2048}
      placeholder="www.example.com"
    />
    <Field
      label="Do you currently have a Google Ads account?"
      error={useFieldError('currentAdsAccount')}
      className="sm:col-span-2"
    >
      {control => (
        <Select {...control} name="currentAdsAccount" required defaultValue="">
          <option value="" disabled>
            Please choose
          </option>
          <option value="yes">Yes, I have an existing account</option>
          <option value="no">No, I need a new account</option>
        </Select>
      )}
    </Field>
  </FormGroup>
)

const YourSearch = () => (
  <FormGroup title="The search you want to win">
    <TextField name="primaryKeyword" label="Primary Keyword" hint="What people type, such as roof repair" />
    <TextField
      name="targetArea"
      label="Target Location"
      hint="Where you work, such as Leeds and 15 miles around"
    />
    <TextArea name="additionalInfo" label="Additional Info" optional rows={3} />
  </FormGroup>
)
