/**
 * Equivalent mutants: no test can notice them, because the program's behaviour stays the same. `reason` says why. A run fails if a
 * listed mutant no longer exists or a test notices it.
 */
import { ACCEPTED_IN_API } from './accepted-api.ts'

export type Accepted = {
  file: string
  mutator: string
  /** The source and its replacement, with line breaks and indents as one space. */
  original: string
  replacement: string
  reason: string
}

/** accepted-api.ts holds the equivalent mutants of the API. */
export const ACCEPTED: Accepted[] = [
  ...ACCEPTED_IN_API,
  {
    file: 'projector/generations/generations.ts',
    mutator: 'ConditionalExpression',
    original: 'isCurrent',
    replacement: 'false',
    reason: 'The mutant computes all rows again instead of the recent ones: the same figures, later.',
  },
  {
    file: 'projector/generations/stored-events.ts',
    mutator: 'sql logic',
    original: 'AND',
    replacement: 'OR',
    reason: 'A partition without rows in the source attaches nothing.',
  },
  {
    file: 'projector/generations/stored-events.ts',
    mutator: 'sql distinct',
    original: 'DISTINCT',
    replacement: '',
    reason: 'Events that were attached twice count once.',
  },
  {
    file: 'infra/stores/merge-limits.ts',
    mutator: 'sql comparison',
    original: '<',
    replacement: '<=',
    reason: 'Both times are whole seconds. The mutant only merges a second earlier.',
  },
  {
    file: 'infra/stores/postgres-from-env.ts',
    mutator: 'ConditionalExpression',
    original: 'port && password',
    replacement: 'true',
    reason:
      'Without a port or password, the connection fails and the embedded server starts, as without a URL.',
  },
  {
    file: 'infra/log/postgres/read.ts',
    mutator: 'sql extreme',
    original: 'max',
    replacement: 'min',
    reason: 'The mutant only reads more rows. A second condition drops rows that end before the offset.',
  },
  {
    file: 'infra/log/postgres/read.ts',
    mutator: 'sql comparison',
    original: '<',
    replacement: '<=',
    reason: 'The mutant reads one row more, and the code drops it.',
  },
  {
    file: 'projector/steps/questions.ts',
    mutator: 'sql comparison',
    original: '>',
    replacement: '>=',
    reason: 'After a loss the leader starts at this offset, whether or not the row with this offset is left.',
  },
  {
    file: 'projector/privacy/redact-log.ts',
    mutator: 'ArithmeticOperator',
    original: 'until * 1000 - 1',
    replacement: 'until * 1000 + 1',
    reason: 'The mutant reads more batches. `rewrite` leaves the entries of newer sessions unchanged.',
  },
  {
    file: 'projector/accounting/log-ids.ts',
    mutator: 'MethodExpression',
    original:
      'positions .filter(({ partition, start }) => untilOf(partition) > Math.max(start, nextOf(partition)))',
    replacement: 'positions',
    reason: 'The mutant also reads partitions without new entries, which takes time and returns nothing.',
  },
  {
    file: 'infra/reporting/analysts.ts',
    mutator: 'ConditionalExpression',
    original: '!port',
    replacement: 'false',
    reason: 'Without a port the request fails, and a failed request also returns undefined.',
  },
  {
    file: 'infra/reporting/sql-port/session.ts',
    mutator: 'EqualityOperator',
    original: 'asked < most',
    replacement: 'asked <= most',
    reason: 'If the two numbers are equal, both branches return the same number.',
  },
  {
    file: 'frontend/src/track/store.ts',
    mutator: 'BlockStatement',
    original: '{ return undefined }',
    replacement: '{}',
    reason: 'A function without a return statement also returns undefined.',
  },
  {
    file: 'frontend/src/track/utm.ts',
    mutator: 'BlockStatement',
    original: '{ return undefined }',
    replacement: '{}',
    reason: 'A function without a return statement also returns undefined.',
  },
  {
    file: 'frontend/src/track/lock.ts',
    mutator: 'OptionalChaining',
    original: 'locks?.request',
    replacement: 'locks.request',
    reason: 'Without `locks` the call throws. The error is caught, and the work runs without a lock.',
  },
  {
    file: 'frontend/src/track/pixel.ts',
    mutator: 'OptionalChaining',
    original: 'send?.(event, values, custom)',
    replacement: 'send(event, values, custom)',
    reason: 'Waiting events are only sent once `send` is set.',
  },
  {
    file: 'frontend/src/track/queue.ts',
    mutator: 'OptionalChaining',
    original: 'events[first - 1]?.json',
    replacement: 'events[first - 1].json',
    reason: '`first` is between 1 and the length, so this event exists.',
  },
  {
    file: 'frontend/src/track/queue.ts',
    mutator: 'EqualityOperator',
    original: 'end < 0',
    replacement: 'end <= 0',
    reason: 'The first event always fits, so `end` is never 0.',
  },
  {
    file: 'frontend/src/track/queue.ts',
    mutator: 'Regex',
    original: '/^[\\0-\\x7f]*$/',
    replacement: '/^[\\0-\\x7f]$/',
    reason: 'The encoder counts the same number of bytes, only slower.',
  },
  {
    file: 'ingest/accept.ts',
    mutator: 'ConditionalExpression',
    original: 'sessionId !== undefined',
    replacement: 'true',
    reason: 'If `sessionId` is undefined, the mutant overwrites undefined with undefined.',
  },
  {
    file: 'projector/privacy/redact-store.ts',
    mutator: 'sql distinct',
    original: 'DISTINCT',
    replacement: '',
    reason: 'DISTINCT only saves reading: the code collects the buckets in a set.',
  },
  {
    file: 'projector/monitoring/canary.ts',
    mutator: 'sql condition',
    original: "event.minute = toDateTime({minute: UInt32}, 'UTC')",
    replacement: 'true',
    reason: 'The condition only saves reading: the id determines the event and its minute.',
  },
  {
    file: 'projector/privacy/redact-log.ts',
    mutator: 'sql lock',
    original: 'FOR UPDATE',
    replacement: '',
    reason: 'The UPDATE of the same rows, before the log is read, waits for the relay too.',
  },
  {
    file: 'infra/log/postgres/claims.ts',
    mutator: 'sql condition',
    original: "locktype = 'advisory'",
    replacement: 'true',
    reason:
      'Another lock with the same four numbers would have to be on a system table with this number, and there is none.',
  },
  {
    file: 'infra/log/postgres/claims.ts',
    mutator: 'sql condition',
    original: 'granted',
    replacement: 'true',
    reason:
      'No process waits for one of these locks: the member lock is shared, and partitions use pg_try_advisory_lock.',
  },
  {
    file: 'infra/log/postgres/claims.ts',
    mutator: 'sql condition',
    original: 'objsubid = 2',
    replacement: 'true',
    reason:
      'Without the condition, only an advisory lock on the 64-bit number with the same two halves would match too, and none is used.',
  },
  {
    file: 'ingest/bursts.ts',
    mutator: 'EqualityOperator',
    original: 'sender.sessions.size < MOST_SESSIONS',
    replacement: 'sender.sessions.size <= MOST_SESSIONS',
    reason:
      'The bound protects memory, and one session more costs nothing. A burst is found with far fewer sessions.',
  },
  {
    file: 'ingest/take.ts',
    mutator: 'ConditionalExpression',
    original: "typeof session === 'string'",
    replacement: 'true',
    reason:
      'Node joins repeated headers (except set-cookie) into one string, so the value is a string or undefined.',
  },
  ...[
    ['ConditionalExpression', 'found', 'false'],
    ['ConditionalExpression', 'known.size >= most', 'true'],
    ['ConditionalExpression', 'known.size >= most', 'false'],
    ['EqualityOperator', 'known.size >= most', 'known.size < most'],
    ['EqualityOperator', 'known.size >= most', 'known.size > most'],
    ['CallExpression', 'known.set(text, { value })', ';'],
  ].map(([mutator = '', original = '', replacement = '']) => ({
    file: 'infra/platform/memoize.ts',
    mutator,
    original,
    replacement,
    reason: 'The mutant only changes what is cached, which changes the time of a request and no answer.',
  })),
  {
    file: 'ingest/events.ts',
    mutator: 'EqualityOperator',
    original: "value >= '1970'",
    replacement: "value > '1970'",
    reason: 'A whole time is never the four digits alone.',
  },
  {
    file: 'ingest/events.ts',
    mutator: 'EqualityOperator',
    original: "value < '2106'",
    replacement: "value <= '2106'",
    reason: 'A whole time is never the four digits alone.',
  },
  {
    file: 'ingest/circuit-breaker.ts',
    mutator: 'MethodExpression',
    original: '[...failedAt.filter(at => now - at < limits.windowMs), now].slice(-limits.failures)',
    replacement: '[...failedAt.filter(at => now - at < limits.windowMs), now]',
    reason: 'The breaker only checks whether the limit is reached. `slice` only bounds the memory.',
  },
]
