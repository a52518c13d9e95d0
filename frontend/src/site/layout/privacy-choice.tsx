/** Takes a consent back as easily as it was given; shown only where the business asks for one. */
import { useConsent } from '../use-consent.ts'
import { useTracking } from '../use-tracking.ts'

export const PrivacyChoice = ({ className }: { className?: string }) => {
  const consent = useTracking()?.tracker.consent
  // Unknown while the page is taken over from its HTML, which has no such button.
  if (!useConsent() || !consent?.isChangeable()) return null
  return (
    <button type="button" className={className} onClick={consent.ask}>
      Change your privacy choice
    </button>
  )
}
