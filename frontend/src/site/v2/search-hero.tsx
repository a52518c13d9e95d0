import { FORM_NAMES } from '@firsttouch/api/contract/form-words'
import { Button } from '../../ui/button.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import { Stars } from '../art/stars.tsx'
import { V2_CLAIMS, WITHIN } from '../business.ts'
import { CountedLink } from '../counted-link.tsx'
import { PublicForm } from '../forms/public-form.tsx'
import { usePublicForm } from '../forms/use-public-form.ts'
import { Wordmark } from '../layout/wordmark.tsx'

export const SearchHero = () => (
  <header className="bg-accent text-on-accent">
    <div className="wrap flex h-[4.5rem] items-center justify-between gap-4">
      <Wordmark dark />
      <CountedLink
        href="/trial-signup"
        name="v2_header_trial"
        className="rounded-md px-2 py-2 font-semibold underline decoration-2 underline-offset-4"
      >
        Free 7-day trial
      </CountedLink>
    </div>
    <div className="wrap pt-12 pb-10 sm:pt-20 sm:pb-14">
      <h1 className="display text-5xl">
        They search. <span className="block">They find you first.</span>
      </h1>
      <p className="mt-6 max-w-2xl text-lg sm:text-xl">
        We put local businesses at number one on Google within {WITHIN.first}. Try it free for a week: leave
        your e-mail, and we take it from there.
      </p>
      <SearchForm />
      <Searches />
    </div>
    <div className="wrap">
      <p className="flex flex-col gap-x-3 gap-y-1 border-t-2 border-on-accent py-4 font-semibold sm:flex-row sm:flex-wrap sm:items-center">
        <span>{V2_CLAIMS.businesses} businesses trust us</span>
        <span aria-hidden className="hidden sm:inline">
          /
        </span>
        <span className="inline-flex items-center gap-2 [--accent:#15171a]">
          {V2_CLAIMS.rating} <Stars rating={V2_CLAIMS.rating} />
        </span>
        <span aria-hidden className="hidden sm:inline">
          /
        </span>
        <span>no payment, no long contract</span>
      </p>
    </div>
  </header>
)

const SEARCHES = [
  'emergency plumber',
  'roof repair near me',
  'end of tenancy cleaning',
  'wasp nest removal',
] as const

const Searches = () => (
  <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2 font-medium">
    <span className="font-bold">People type:</span>
    {SEARCHES.map(search => (
      <span key={search} className="inline-flex items-center gap-1.5">
        <Magnifier className="size-4" />
        {search}
      </span>
    ))}
  </p>
)

/** A search box that takes an e-mail address instead of a question. */
const SearchForm = () => {
  const { sending, ...form } = usePublicForm({
    path: '/api/contact',
    formType: 'contact_form',
    onSuccess: () =>
      toast({
        title: 'Trial Request Sent!',
        description: `We'll contact you within ${WITHIN.form} to set up your trial.`,
      }),
    onFailure: () => toastFailure('Error', 'Please try again or call us directly.'),
  })
  return (
    <PublicForm {...form} aria-label="Free trial by e-mail" className="relative mt-9">
      <input type="hidden" name="name" value={FORM_NAMES.trialByEmail} />
      <input
        type="hidden"
        name="message"
        value="I would like to start a free 7-day trial (from the V2 landing page)."
      />
      <div className="flex flex-wrap gap-2 rounded-lg border-4 border-on-accent bg-white p-2 focus-within:outline-4 focus-within:outline-offset-4 focus-within:outline-on-accent sm:flex-nowrap">
        <label className="flex min-w-0 flex-1 items-center gap-3 pl-3 text-on-accent">
          <Magnifier className="size-7 shrink-0" />
          <span className="sr-only">Your e-mail address</span>
          <input
            name="email"
            type="email"
            required
            autoComplete="email"
            maxLength={254}
            placeholder="Your e-mail address"
            aria-invalid={form.errors.email ? true : undefined}
            aria-describedby={form.errors.email ? 'v2-email-error' : undefined}
            className="h-14 w-full min-w-0 bg-transparent text-lg outline-none placeholder:text-[#54595f] sm:text-xl"
          />
        </label>
        <Button
          type="submit"
          size="lg"
          variant="dark"
          disabled={sending}
          className="w-full shrink-0 sm:w-auto"
        >
          {sending ? 'Sending...' : 'Start Free Trial'}
        </Button>
      </div>
      {form.errors.email && (
        <p
          id="v2-email-error"
          role="alert"
          className="mt-3 inline-block rounded-sm bg-white px-3 py-1 font-semibold text-[#b3261e]"
        >
          {form.errors.email}
        </p>
      )}
    </PublicForm>
  )
}

const Magnifier = ({ className }: { className: string }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden
    className={className}
    fill="none"
    stroke="currentColor"
    strokeWidth="3"
  >
    <circle cx="10" cy="10" r="7" />
    <path d="m15.5 15.5 6 6" strokeLinecap="round" />
  </svg>
)
