import type { Resting } from '../steps/batcher.ts'

/** For a projector that starts each batch without a pause. */
export const withoutRest: Resting = () => 0
