/** Every advisory lock that we take in PostgreSQL, so that no two of them share a number. */
export const LOCKS = {
  migrations: 7_077_001,
  /** Whoever brings the read models' tables to its release. */
  readModels: 7_077_006,
  /** Whoever rewrites rows of the log in PostgreSQL, or moves their entries together. */
  rewritingLog: 7_077_004,
  /** Erasures are numbered in the order in which they become visible. */
  erasures: 7_077_101,
  /** Whoever stores what advertising cost: two imports of the same days would wait for each other. */
  spend: 7_077_102,
} as const
