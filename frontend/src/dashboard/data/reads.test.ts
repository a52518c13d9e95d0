import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readsAfter, urlOf } from './reads.ts'

test.each([
  ['analytics', {}, '/api/admin/analytics'],
  [
    'analytics',
    { query: { days: '7', source: '', campaign: 'a b&c' } },
    '/api/admin/analytics?days=7&campaign=a+b%26c',
  ],
  ['journey', { id: 'a/b' }, '/api/admin/leads/a%2Fb/journey'],
  ['plan', { id: 'x', query: { baselineRate: '0.05' } }, '/api/admin/experiments/x/plan?baselineRate=0.05'],
] as const)('the read %s with %j is requested from %s', (name, asked, url) => {
  expect(urlOf(name, asked)).toBe(url)
})

test.each([
  [
    ['leads'],
    ['trafficList', 'campaigns', 'funnel', 'leads', 'lead', 'replyTimes', 'newLeads', 'conversions'],
  ],
  [['onboarding'], ['funnel', 'onboarding', 'submission', 'conversions']],
  [['domain-config'], ['domainConfig', 'internalTraffic', 'tag', 'campaigns']],
  [['ab-testing-stats'], ['experiments', 'experimentList', 'runs', 'history', 'experimentDetails', 'plan']],
  [['experiments'], ['experiments', 'experimentList', 'experimentChanges', 'runs', 'history']],
  [['heartbeat'], ['tag', 'accounting', 'leadOwners', 'notifications', 'team', 'invitations']],
  [
    ['campaigns', 'onboarding'],
    [
      ...[
        'trafficList',
        'campaigns',
        'campaignHistory',
        'spend',
        'spendBatches',
        'funnel',
        'clickFraud',
        'unknownTags',
      ],
      ...['onboarding', 'submission', 'conversions'],
    ],
  ],
  [['a word of a newer server'], []],
])('a change of %j refetches these reads: %j', (topics, reads) => {
  expect(readsAfter(topics)).toEqual(reads)
})

test('only the table of reads and the writes contain API paths', () => {
  const dashboard = join(import.meta.dirname, '..')
  const telling = globSync('**/*.{ts,tsx}', { cwd: dashboard })
    .filter(file => !file.includes('.test.'))
    .filter(file => /['"`]\/api\//.test(readFileSync(join(dashboard, file), 'utf8')))
  expect(telling.toSorted()).toEqual(['data/reads.ts', 'data/writes.ts'])
})
