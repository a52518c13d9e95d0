import { TRIAL_HEADING } from '@firsttouch/ingest/experiments'
import { Check } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { VALUES, WITHIN } from '../business.ts'
import { EmailField, PhoneField, TextArea, TextField } from '../forms/fields.tsx'
import { FormCard, FormGroup, useFieldError } from '../forms/public-form.tsx'
import { usePublicForm } from '../forms/use-public-form.ts'
import { DarkCard, InnerPage, NoteCard } from '../layout/inner-page.tsx'
import type { PublicPage } from '../page.ts'
import { Variants } from '../split-test/variants.tsx'
import { markTrialStarted } from './trial-started.ts'

const BADGES = ['7-day first-place guarantee', 'No payment required', `Setup in ${WITHIN.setUp}`] as const

const HEADINGS = {
  control: 'Your free 7-day trial of being number one',
  freeWeek: 'Seven days at number one on Google. They cost you nothing.',
  askedWeek: 'What would a week at number one on Google bring you?',
}

const TrialSignup = () => (
  <InnerPage>
    <div className="wrap pt-10 sm:pt-14">
      <h1 className="display max-w-5xl text-4xl">
        <Variants test={TRIAL_HEADING} of={HEADINGS} />
      </h1>
      <ul className="mt-6 flex flex-wrap gap-x-3 gap-y-2">
        {BADGES.map(badge => (
          <li key={badge} className="rounded-sm bg-accent px-3 py-1 font-semibold text-on-accent">
            {badge}
          </li>
        ))}
      </ul>
      <div className="mt-10 grid gap-10 lg:grid-cols-[1.5fr_1fr] lg:gap-14">
        <TrialForm />
        <Included />
      </div>
    </div>
  </InnerPage>
)

export const page: PublicPage = {
  title: 'Start your free 7-day trial | Firsttouch',
  description: `Seven days of managed Google Ads without payment: set up in ${WITHIN.setUp}, first place within ${WITHIN.first}, click-fraud protection included.`,
  search: 'sitemap',
  Component: TrialSignup,
}

const TrialForm = () => {
  const { sending, ...form } = usePublicForm({
    path: '/api/trial-signup',
    formType: 'trial_signup',
    source: 'trial_signup_page',
    toPayload: values => ({ ...values, source: 'trial_signup_page', trialType: 'free_trial' }),
    onSuccess: () => {
      markTrialStarted()
      location.assign('/trial-success')
    },
    onFailure: () => toastFailure('Error', 'Failed to start trial. Please try again.'),
  })
  return (
    <FormCard {...form} aria-label="Free trial">
      <FormGroup title="You">
        <TextField name="name" label="Full Name" autoComplete="name" className="sm:col-span-2" />
        <EmailField name="email" label="Email" />
        <PhoneField name="phone" label="Phone" />
      </FormGroup>
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
        <AdsAccount />
      </FormGroup>
      <FormGroup title="The search you want to win">
        <TextField
          name="primaryKeyword"
          label="Primary Keyword"
          hint="What people type, such as roof repair"
        />
        <TextField
          name="targetArea"
          label="Target Location"
          hint="Where you work, such as Leeds and 15 miles around"
        />
        <TextArea name="additionalInfo" label="Additional Info" optional rows={3} />
      </FormGroup>
      <div>
        <Button type="submit" size="lg" disabled={sending} className="w-full">
          {sending ? 'Starting Your Trial...' : 'Start Free Trial Now'}
        </Button>
        <p className="mt-3 text-center text-sm text-muted">
          No card, no contract. The trial ends by itself after 7 days.
        </p>
      </div>
    </FormCard>
  )
}

const AdsAccount = () => (
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
)

const INCLUDED = [
  ['Google Ads setup and optimisation', 'Keywords, adverts and bids, looked after every day.'],
  ['Landing page creation', 'One fast page, made for people who want to ring.'],
  ['24/7 click-fraud protection', `Valued at ${VALUES.clickFraudTrial}.`],
  ['A dedicated account manager', 'One person who knows your campaign.'],
  ['Analytics and tag-manager setup', `Valued at ${VALUES.trackingTrial}.`],
] as const

export const Included = () => (
  <aside aria-label="What you get" className="grid content-start gap-5">
    <DarkCard title="What is included">
      <ul className="mt-5 space-y-4">
        {INCLUDED.map(([title, text]) => (
          <li key={title} className="flex gap-3">
            <Check aria-hidden size={22} strokeWidth={3} className="mt-0.5 shrink-0 text-accent" />
            <p>
              <strong>{title}</strong>
              <br />
              <span className="text-on-dark-muted">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </DarkCard>
    <NoteCard title="7-day full-refund guarantee">
      If you stay on after the trial and are not number one within {WITHIN.first}, you get a full refund.
    </NoteCard>
    <NoteCard title="You own your Google Ads account">
      Everything is built in your own account. No lock-in: leave whenever you like and keep it all.
    </NoteCard>
  </aside>
)
