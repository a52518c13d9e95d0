import type { Resting } from '../steps/batcher.ts'

/** For a projector whose rounds follow one another. */
export const withoutRest: Resting = () => 0
