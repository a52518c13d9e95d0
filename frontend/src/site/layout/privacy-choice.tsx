/** Reopens the consent banner. Shown only if the business requires consent. */
import { useConsent, useTracking } from '../use-tracking.ts'

export const PrivacyChoice = ({ className }: { className?: string }) => {
  const consent = useTracking()?.tracker.consent
  // Render no button during hydration, because the prerendered HTML has none.
  if (!useConsent() || !consent?.isChangeable()) return null
  return (
    <button type="button" className={className} onClick={consent.ask}>
      Change your privacy choice
    </button>
  )
}
