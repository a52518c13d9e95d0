/** Numbers of all advisory locks in PostgreSQL, so none is used twice. */
export const LOCKS = {
  migrations: 7_077_001,
  /** Migration of ClickHouse's tables. */
  readModels: 7_077_006,
  /** Rewriting or compacting rows of the log in PostgreSQL. */
  rewritingLog: 7_077_004,
  /** Numbers erasures in the order in which they become visible. */
  erasures: 7_077_101,
  /** Storing costs. Two imports of the same days would otherwise deadlock. */
  spend: 7_077_102,
} as const
