/**
 * Equivalent mutants: no test can notice them, as the program's behaviour stays the same. Each has its reason. A run fails if a listed
 * mutant no longer exists or is noticed.
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

/** accepted-api.ts holds those of the API. */
export const ACCEPTED: Accepted[] = [
  ...ACCEPTED_IN_API,
  {
    file: 'infra/log/postgres/read.ts',
    mutator: 'sql extreme',
    original: 'max',
    replacement: 'min',
    reason: 'It spares reading: rows that end before are left out besides.',
  },
  {
    file: 'infra/log/postgres/read.ts',
    mutator: 'sql comparison',
    original: '<',
    replacement: '<=',
    reason: 'One row more is read, and cut off again.',
  },
  {
    file: 'infra/platform/network.ts',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'What is cut at a sign has a first part always.',
  },
  {
    file: 'infra/reporting/analysts.ts',
    mutator: 'ConditionalExpression',
    original: '!port',
    replacement: 'false',
    reason: 'No port, or none that is a number, is one that cannot be asked: that is undefined as well.',
  },
  {
    file: 'infra/reporting/sql-port/session.ts',
    mutator: 'EqualityOperator',
    original: 'asked < most',
    replacement: 'asked <= most',
    reason: 'Whoever asks for just as much as an analyst gets is given the same number.',
  },
  {
    file: 'projector/accounting/reconcile.ts',
    mutator: 'sql condition',
    original: `\${bucket} IN ({buckets: Array(DateTime('UTC'))})`,
    replacement: 'true',
    reason: 'It spares reading: of what is read, only these buckets are looked at.',
  },
  {
    file: 'frontend/src/track/store.ts',
    mutator: 'BlockStatement',
    original: '{ return undefined }',
    replacement: '{}',
    reason: 'A function without a return gives undefined as well.',
  },
  {
    file: 'frontend/src/track/utm.ts',
    mutator: 'BlockStatement',
    original: '{ return undefined }',
    replacement: '{}',
    reason: 'A function without a return gives undefined as well.',
  },
  {
    file: 'frontend/src/track/utm.ts',
    mutator: 'ConditionalExpression',
    original: 'value === null',
    replacement: 'false',
    reason: 'Object.entries(null) throws, and what throws is undefined all the same.',
  },
  {
    file: 'frontend/src/track/tracker.ts',
    mutator: 'ObjectLiteral',
    original: "{ ...arrival, search: '', referrer: '' }",
    replacement: '{}',
    reason: 'The host is only compared with that of a referrer, of which there is none.',
  },
  {
    file: 'frontend/src/track/lock.ts',
    mutator: 'OptionalChaining',
    original: 'locks?.request',
    replacement: 'locks.request',
    reason: 'What throws where there are no locks is caught, and the turn is had without one.',
  },
  {
    file: 'frontend/src/track/pixel.ts',
    mutator: 'OptionalChaining',
    original: 'send?.(event, values, custom)',
    replacement: 'send(event, values, custom)',
    reason: 'What waits is only run once there is a sender.',
  },
  {
    file: 'frontend/src/track/queue.ts',
    mutator: 'OptionalChaining',
    original: 'events[first - 1]?.json',
    replacement: 'events[first - 1].json',
    reason: '`first` is above 0 and at most the length: there is such an event.',
  },
  {
    file: 'frontend/src/track/queue.ts',
    mutator: 'EqualityOperator',
    original: 'end < 0',
    replacement: 'end <= 0',
    reason: 'The first event is never one too many, so the end is never 0.',
  },
  {
    file: 'frontend/src/track/queue.ts',
    mutator: 'Regex',
    original: '/^[\\0-\\x7f]*$/',
    replacement: '/^[\\0-\\x7f]$/',
    reason: 'The encoder counts the same bytes of a text, only slower.',
  },
  {
    file: 'ingest/accept.ts',
    mutator: 'ConditionalExpression',
    original: 'sessionId !== undefined',
    replacement: 'true',
    reason: 'A session that is undefined is written over one that is undefined.',
  },
  {
    file: 'projector/steps/known.ts',
    mutator: 'sql condition',
    original: `\${amongTimes('minute', minutes)}`,
    replacement: 'true',
    reason: 'Of other minutes no id is asked for: the answer is only read faster without them.',
  },
  {
    file: 'projector/privacy/redact-store.ts',
    mutator: 'sql distinct',
    original: 'DISTINCT',
    replacement: '',
    reason: 'It spares reading: the buckets that are made of it are a set.',
  },
  {
    file: 'projector/monitoring/canary.ts',
    mutator: 'sql condition',
    original: "event.minute = toDateTime({minute: UInt32}, 'UTC')",
    replacement: 'true',
    reason: 'It spares reading: the id alone says which event it is, and its minute.',
  },
  {
    file: 'projector/privacy/redact-log.ts',
    mutator: 'sql lock',
    original: 'FOR UPDATE',
    replacement: '',
    reason: 'The update of the same rows, before the log is read, waits for the relay as well.',
  },
  {
    file: 'infra/log/postgres/claims.ts',
    mutator: 'sql condition',
    original: "locktype = 'advisory'",
    replacement: 'true',
    reason:
      'The other locks with these four numbers would be on the second column of a system table of that number.',
  },
  {
    file: 'infra/log/postgres/claims.ts',
    mutator: 'sql condition',
    original: 'granted',
    replacement: 'true',
    reason: 'Nobody takes this lock for himself alone, so nobody waits for it.',
  },
  {
    file: 'infra/log/postgres/claims.ts',
    mutator: 'sql condition',
    original: 'objsubid = 2',
    replacement: 'true',
    reason: 'Another advisory lock would have to be of the one 64-bit number that is made of these two.',
  },
  {
    file: 'ingest/app.ts',
    mutator: 'ConditionalExpression',
    original: "typeof session === 'string'",
    replacement: 'true',
    reason: 'Node joins a header that came twice to one text, but for set-cookie: it is text or undefined.',
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
    reason: 'What is remembered, and how much of it, is seen in the time of a request and in no answer.',
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
    reason: 'The breaker asks only whether there are so many; the cut bounds what is remembered.',
  },
]
