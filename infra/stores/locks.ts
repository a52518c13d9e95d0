/** Numbers of all advisory locks in PostgreSQL, in one list so that none is used twice. */
export const LOCKS = {
  migrations: 7_077_001,
  /** Migration of ClickHouse's tables. */
  readModels: 7_077_006,
  /** Rewriting or compacting rows of the log in PostgreSQL. */
  rewritingLog: 7_077_004,
  /** Held while an erasure gets its number, so that erasures become visible in the order of their numbers. */
  erasures: 7_077_101,
  /** Held while costs are stored, because two imports of the same days would deadlock. */
  spend: 7_077_102,
} as const
