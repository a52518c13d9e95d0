/** Every advisory lock that we take in PostgreSQL, so that no two of them share a number. */
export const LOCKS = {
  migrations: 7_077_001,
  /** Whoever brings the read models' tables to its release. */
  readModels: 7_077_006,
  /** Held for the time of one question, by `next_version` in the migrations. */
  versions: 7_077_007,
  /** With the consumer group's hash: shared by batches that are being projected, exclusive to whoever keeps them out. */
  projecting: 7_077_002,
  // With the consumer group's hash: who writes tables in which rows may have to be taken back. Who wrote late what he saw of half of a
  // batch would leave rows that nobody knows of: whoever takes back looks at those that are there.
  takingBack: 7_077_008,
  /** With the consumer group's hash: shared by who refreshes tables from `events`, exclusive to who adds to them what he knows of. */
  refreshing: 7_077_009,
  /** With the consumer group's hash: who keeps its accounting. */
  accounting: 7_077_003,
  /** With the consumer group's hash: shared by batches that count their events, exclusive to one whose ids other batches may have. */
  counting: 7_077_005,
  /** Whoever rewrites rows of the log in PostgreSQL, or moves their entries together. */
  rewritingLog: 7_077_004,
  /** Erasures are numbered in the order in which they become visible. */
  erasures: 7_077_101,
  /** Whoever stores what advertising cost: two imports of the same days would wait for each other. */
  spend: 7_077_102,
} as const
