/** Taking an answer back is as easy as giving it; there only where the business asks at all. */
import { useConsent } from '../use-consent.ts'
import { useTracking } from '../use-tracking.ts'

export const PrivacyChoice = ({ className }: { className?: string }) => {
  const consent = useTracking()?.tracker.consent
  useConsent()
  if (!consent?.isChangeable()) return null
  return (
    <button type="button" className={className} onClick={consent.ask}>
      Change your privacy choice
    </button>
  )
}
