/** The next page shows the toast for a started trial. */
import { openStore } from '../../track/store.ts'
import { toast } from '../../ui/toast.ts'
import { WITHIN } from '../business.ts'

const KEY = 'trial_started'
const session = openStore(() => sessionStorage)

export const markTrialStarted = (): void => session.set(KEY, 'true')

export const sayTrialStarted = (): void => {
  if (!session.get(KEY)) return
  session.remove(KEY)
  toast({
    title: 'Trial Started!',
    description: `We'll contact you within ${WITHIN.setUp} to set up your campaign.`,
  })
}
