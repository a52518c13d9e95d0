/** Those of the API. */
import type { Accepted } from './accepted.ts'

export const ACCEPTED_IN_API: Accepted[] = [
  {
    file: 'api/campaigns/routes.ts',
    mutator: 'ObjectLiteral',
    original: '{ 200: renewAnswer }',
    replacement: '{}',
    reason: 'The answer has these fields and no others.',
  },
  {
    file: 'api/campaigns/nearest-tag.ts',
    mutator: 'MethodExpression',
    original: 'Math.max(1, i - most)',
    replacement: 'Math.min(1, i - most)',
    reason: 'It spares work: cells further from the diagonal are too many slips already.',
  },
  ...[
    ['ConditionalExpression', 'i > 1', 'true'],
    ['ConditionalExpression', 'j > 1', 'true'],
    ['EqualityOperator', 'i > 1', 'i >= 1'],
    ['EqualityOperator', 'j > 1', 'j >= 1'],
  ].map(([mutator = '', original = '', replacement = '']) => ({
    file: 'api/campaigns/nearest-tag.ts',
    mutator,
    original,
    replacement,
    reason: 'Before the first letter there is none that another could be the same as.',
  })),
  {
    file: 'api/campaigns/counts.ts',
    mutator: 'sql condition',
    original: 'utm_campaign IN {values:Array(String)}',
    replacement: 'true',
    reason: 'It spares reading: of what is read, only these values are looked at.',
  },
  {
    file: 'api/inbox/contact-reads.ts',
    mutator: 'ConditionalExpression',
    original: 'contacts === 0',
    replacement: 'false',
    reason: 'It spares writing: no contact more crosses no thousand.',
  },
  ...[
    ['ConditionalExpression', 'true'],
    ['ConditionalExpression', 'false'],
    ['EqualityOperator', 'word.length <= TRIGRAM'],
    ['EqualityOperator', 'word.length >= TRIGRAM'],
  ].map(([mutator = '', replacement = '']) => ({
    file: 'api/inbox/records/filter.ts',
    mutator,
    original: 'word.length < TRIGRAM',
    replacement,
    reason: 'It decides which index is read, not what is found.',
  })),
  {
    file: 'api/inbox/records/keyset.ts',
    mutator: 'BlockStatement',
    original: '{ return undefined }',
    replacement: '{}',
    reason: 'A function without a return gives undefined as well.',
  },
  {
    file: 'api/inbox/leads/variants.ts',
    mutator: 'sql condition',
    original: 'toUnixTimestamp(session_minute) IN {minutes:Array(UInt64)}',
    replacement: 'true',
    reason: 'It spares reading: the session alone says which rows are its own, and their minute.',
  },
  {
    file: 'api/inbox/leads/variants.ts',
    mutator: 'sql condition',
    original: 'session IN {sessions:Array(String)}',
    replacement: 'true',
    reason: 'It spares reading: of what is read, only these sessions are looked for.',
  },
  {
    file: 'api/inbox/leads/changes.ts',
    mutator: 'sql extreme',
    original: 'max',
    replacement: 'min',
    reason: 'Each lead has one step of each field: the greatest of one is the least.',
  },
  {
    file: 'api/contract/notifications/state.ts',
    mutator: 'EqualityOperator',
    original: 'time >= FIRST_DAY',
    replacement: 'time > FIRST_DAY',
    reason: 'A whole time is never the day alone.',
  },
  {
    file: 'api/contract/campaign.ts',
    mutator: 'EqualityOperator',
    original: "day >= '0001'",
    replacement: "day > '0001'",
    reason: 'A whole day is never the four digits alone.',
  },
]
