import type { OnboardingSubmission } from '@firsttouch/api/contract/onboarding'
import { ONBOARDING_STEPS, type OnboardingStep } from '@firsttouch/api/contract/onboarding-steps'
import { toast } from '../../ui/toast.ts'
import { useRecordChange } from '../data/writes.ts'
import { STEP_WORDS } from '../words/labels.ts'

export const Steps = ({ submission }: { submission: OnboardingSubmission }) => {
  const { done, fullName } = submission
  const change = useRecordChange<{ done: OnboardingStep[] }>({
    of: 'onboarding',
    record: submission,
    failure: 'Failed to update submission',
    onSaved: (_, after) =>
      toast({
        title: 'Submission Updated',
        description: `${fullName}: ${after.done.length} of ${ONBOARDING_STEPS.length} steps are done.`,
      }),
  })
  const shown = change.isPending ? change.variables.done : done
  return (
    <fieldset aria-label={`Steps of ${fullName}`} className="contents">
      {ONBOARDING_STEPS.map((step, at) => (
        <label
          key={step}
          className="dashboard-target inline-flex min-h-8 min-w-11 items-center gap-1.5 text-sm"
        >
          <input
            type="checkbox"
            data-keys={at + 1}
            className="size-(--checkbox) shrink-0 accent-ink"
            // aria-disabled instead of disabled, because a disabled control loses the focus.
            aria-disabled={change.isPending}
            checked={shown.includes(step)}
            onChange={() => {
              if (!change.isPending)
                change.mutate({
                  done: ONBOARDING_STEPS.filter(one => (one === step) !== done.includes(one)),
                })
            }}
          />
          {STEP_WORDS[step]}
        </label>
      ))}
    </fieldset>
  )
}
