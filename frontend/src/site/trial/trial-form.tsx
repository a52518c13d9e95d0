import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { WITHIN } from '../business.ts'
import { FormCard } from '../forms/form-card.tsx'
import { FormGroup } from '../forms/form-group.tsx'
import { LeaveBlank } from '../forms/leave-blank.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { EmailField, PhoneField, TextField } from '../forms/text-field.tsx'
import { usePublicForm } from '../forms/use-public-form.ts'
import { keepToast } from '../kept-toast.ts'

export const TrialForm = () => {
  const { form, errors, sending } = usePublicForm({
    path: '/api/trial-signup',
    formType: 'trial_signup',
    source: 'trial_signup_page',
    schema: 'trial',
    toPayload: values => ({ ...values, source: 'trial_signup_page', trialType: 'free_trial' }),
    onSuccess: () => {
      keepToast({
        title: 'Trial Started!',
        description: `We'll contact you within ${WITHIN.setUp} to set up your campaign.`,
      })
      location.assign('/trial-success')
    },
    onFailure: () => toastFailure('Error', 'Failed to start trial. Please try again.'),
  })
  return (
    <FormCard {...form} aria-label="Free trial">
      <You errors={errors} />
      <YourBusiness errors={errors} />
      <YourSearch errors={errors} />
      <LeaveBlank />
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

type Group = { errors: Record<string, string> }

const You = ({ errors }: Group) => (
  <FormGroup title="You">
    <TextField name="name" label="Full Name" errors={errors} autoComplete="name" className="sm:col-span-2" />
    <EmailField name="email" label="Email" errors={errors} />
    <PhoneField name="phone" label="Phone" errors={errors} />
  </FormGroup>
)

const YourBusiness = ({ errors }: Group) => (
  <FormGroup title="Your business">
    <TextField name="businessName" label="Business Name" errors={errors} autoComplete="organization" />
    <TextField
      name="website"
      label="Website URL"
      errors={errors}
      optional
      inputMode="url"
      autoComplete="url"
      maxLength={2048}
      placeholder="www.example.com"
    />
    <Field
      label="Do you currently have a Google Ads account?"
      error={errors.currentAdsAccount}
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

const YourSearch = ({ errors }: Group) => (
  <FormGroup title="The search you want to win">
    <TextField
      name="primaryKeyword"
      label="Primary Keyword"
      errors={errors}
      hint="What people type, such as roof repair"
    />
    <TextField
      name="targetArea"
      label="Target Location"
      errors={errors}
      hint="Where you work, such as Leeds and 15 miles around"
    />
    <TextArea name="additionalInfo" label="Additional Info" errors={errors} optional rows={3} />
  </FormGroup>
)
