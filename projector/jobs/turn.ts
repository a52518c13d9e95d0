/** Runs the work when neither a batch nor another job runs: a job must not meet a batch. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>
