/** Runs `work` under a mutex: no batch and no other job runs at the same time. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>
