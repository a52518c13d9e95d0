/** Runs the work in mutual exclusion with batches and other jobs. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>
