import { InnerPage } from '../layout/inner-page.tsx'
import type { PublicPage } from '../page.ts'
import { OnboardingForm } from './onboarding-form.tsx'

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
  data: [],
  Component: Onboarding,
}
