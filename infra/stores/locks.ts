/** Every advisory lock that we take in PostgreSQL, so that no two of them share a number. */
export const LOCKS = {
  migrations: 7_077_001,
  /** Migration of the read models' tables. */
  readModels: 7_077_006,
  /** Rewriting or compacting rows of the log in PostgreSQL. */
  rewritingLog: 7_077_004,
  /** Erasures are numbered in the order in which they become visible. */
  erasures: 7_077_101,
  /** Storing costs, because two imports of the same days would deadlock. */
  spend: 7_077_102,
} as const
