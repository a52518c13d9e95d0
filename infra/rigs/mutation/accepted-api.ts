/** The part of `accepted.ts` that is of the API: each entry with its reason. */

export const ACCEPTED_IN_API = [
  {
    file: 'api/outbox/outbox.ts',
    mutator: 'ArithmeticOperator',
    original: 'Math.random() / 2',
    replacement: 'Math.random() * 2',
    reason: 'It is chance how long is waited before the next try, so that not all come back at once.',
  },
  ...[
    ["field = 'status'", 'true', 'condition', 'What is noted of spam is never called like a status.'],
    [
      "after IN ('qualified', 'closed')",
      'true',
      'condition',
      'No rule says of another status that it is offered.',
    ],
    ['>', '>=', 'comparison', 'It is the change to new or contacted itself, which no rule offers.'],
  ].map(([original = '', replacement = '', mutator = '', reason = '']) => ({
    file: 'api/conversions/conversions.ts',
    mutator: `sql ${mutator}`,
    original,
    replacement,
    reason,
  })),
  {
    file: 'api/experiments/life/periods.ts',
    mutator: 'EqualityOperator',
    original: 'next < endedAt',
    replacement: 'next <= endedAt',
    reason: 'Where both are one time, the run ends at it either way.',
  },
  ...[`\${within('exposed_at', ranges)}`, `(session_minute, session) IN (\${sessions})`].map(original => ({
    file: 'api/experiments/participants-sql.ts',
    mutator: 'sql condition',
    original,
    replacement: 'true',
    reason: 'It spares reading: of all sessions, those first exposed in the ranges are kept.',
  })),
  {
    file: 'api/experiments/participants-sql.ts',
    mutator: 'sql extreme',
    original: 'argMin',
    replacement: 'argMax',
    reason:
      'Who saw one variant alone has one arm; the others are added up, whichever they are said to be of.',
  },
  {
    file: 'api/experiments/goals.ts',
    mutator: 'sql condition',
    original: '(session_minute, session) IN (SELECT session_minute, session FROM leading)',
    replacement: 'true',
    reason: 'It spares reading: what is read besides is of no lead, and not joined.',
  },
]
