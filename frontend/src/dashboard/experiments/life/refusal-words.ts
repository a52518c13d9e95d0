/** Why a step was not taken, and what the person who wanted it can do. */
import { isOutdated, isRefused, writeFailure } from '../../data/failures.ts'

export type Refusal = {
  sentence: string
  /** What is shown here may be old: they can look again. */
  isOld: boolean
}

export const refusalOf = (error: unknown): Refusal => ({
  sentence: isRefused(error)
    ? writeFailure(error)
    : 'No answer came, so it is not known whether this was done. Nothing that you typed is lost: look again, or send it once more. It cannot be done twice.',
  isOld: isOutdated(error),
})
