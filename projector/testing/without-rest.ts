import type { Resting } from '../pipeline/rounds/resting.ts'

/** For a projector whose rounds follow one another. */
export const withoutRest: Resting = () => () => 0
