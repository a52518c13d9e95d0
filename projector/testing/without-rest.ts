import type { Resting } from '../steps/batcher.ts'

/** For a projector whose rounds follow each other without a pause. */
export const withoutRest: Resting = () => 0
