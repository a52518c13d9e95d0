export const ANALYST_LIMITS = {
  max_execution_time: 10,
  max_memory_usage: 1_000_000_000,
  max_threads: 2,
  max_rows_to_read: 500_000_000,
  max_result_rows: 100_000,
  max_result_bytes: 100_000_000,
  result_overflow_mode: 'throw',
  max_rows_in_join: 10_000_000,
  max_rows_in_set: 10_000_000,
  max_ast_elements: 10_000,
  max_query_size: 100_000,
  max_subquery_depth: 20,
} as const

/** Seconds. On a server, analysts may raise a query's time limit up to this. */
export const LONGEST_SECONDS = 60
