import { FORM_NAMES } from '@firsttouch/api/contract/form-words'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { PROMO } from '../business.ts'
import { EmailField } from '../forms/fields.tsx'
import { PublicForm } from '../forms/public-form.tsx'
import { usePublicForm } from '../forms/use-public-form.ts'

type PromoProps = { onClose: () => void; onSecured: () => void }

export const PromoDialog = ({ onClose, onSecured }: PromoProps) => {
  const left = useCountdown(onClose)
  const { sending, ...form } = usePublicForm({
    path: '/api/contact',
    formType: 'promotional_popup',
    toPayload: values => ({
      ...values,
      name: FORM_NAMES.popup,
      phone: '',
      business: '',
      message: `I would like ${PROMO.discount} with the code ${PROMO.code}.`,
      source: 'promotional_popup',
    }),
    onInvalid: () => toastFailure('Invalid Email', 'Please enter a valid email address.'),
    onSuccess: onSecured,
    onFailure: () => toastFailure('Error', 'Failed to secure discount. Please try again.'),
  })
  return (
    <Dialog open onClose={onClose} title={PROMO.discount} className="sm:max-w-xl">
      <p className="mt-4 flex items-end gap-4">
        <span className="display text-5xl leading-[0.8]">{PROMO.price}</span>
        <span className="pb-1 text-lg">
          <span className="sr-only">instead of </span>
          <s className="text-muted">{PROMO.usualPrice}</s>
          <br />
          for week one
        </span>
      </p>
      <p className="mt-5">
        For new customers. Leave your e-mail address before the clock runs out, and we show you the code at
        once.
      </p>
      <Clock left={left} />
      <PublicForm {...form} aria-label="Secure the discount" className="relative mt-5 grid gap-4">
        <EmailField name="email" label="E-mail" />
        <Button type="submit" size="lg" disabled={sending}>
          {sending ? 'Securing...' : 'Secure My Discount'}
        </Button>
      </PublicForm>
    </Dialog>
  )
}

export const CodeDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title="Your discount is secured"
    description={`Give this code when you start: your first week is ${PROMO.price} instead of ${PROMO.usualPrice}.`}
  >
    <p className="display my-6 rounded-md bg-accent py-5 text-center text-3xl tracking-wide text-on-accent select-all">
      {PROMO.code}
    </p>
    <Button size="lg" variant="secondary" className="w-full" onClick={onClose}>
      Got It
    </Button>
  </Dialog>
)

/** The time left, drawn as a tape measure with one division per minute. */
const Clock = ({ left }: { left: number }) => (
  <div className="mt-5 flex items-center gap-4">
    <p role="timer" aria-label="Time left" className="display w-[5.5ch] text-2xl tabular-nums">
      {clockText(left)}
    </p>
    <div aria-hidden className="h-8 flex-1 overflow-hidden rounded-sm bg-sunken">
      <div
        className="h-full bg-accent bg-[repeating-linear-gradient(90deg,transparent_0_calc(100%/15-2px),var(--on-accent)_calc(100%/15-2px)_calc(100%/15))] transition-transform duration-1000 ease-linear"
        style={{
          transform: `translateX(${((left - PROMO.countdownSeconds) / PROMO.countdownSeconds) * 100}%)`,
        }}
      />
    </div>
  </div>
)

const useCountdown = (onEnd: () => void): number => {
  const [end] = useState(() => Date.now() + PROMO.countdownSeconds * 1000)
  const [left, setLeft] = useState<number>(PROMO.countdownSeconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft(end, Date.now())), 1000)
    return () => clearInterval(timer)
  }, [end])
  useEffect(() => {
    if (left === 0) onEnd()
  }, [left, onEnd])
  return left
}

export const secondsLeft = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / 1000))

export const clockText = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
