/**
 * Every room and the rooms that its code may import. Any other import fails house.test.ts. A room is a folder with its subfolders, or a
 * file. The innermost room counts.
 */
const CONTRACT = [
  'api/contract',
  'ingest/events.ts',
  'ingest/experiments.ts',
  'ingest/internal-cookie.ts',
  'ingest/text.ts',
]
const PLATFORM = ['infra/platform', 'infra/log', 'infra/stores']
/** What the steps of a batch and the jobs between batches may import. */
const BATCH = [
  ...PLATFORM,
  'ingest',
  ...['projections', 'entries', 'lease.ts', 'steps', 'jobs', 'dead-letters'].map(name => `projector/${name}`),
]
/** Shared by all features of the API. */
const API = [
  'api/contract',
  'api/deps.ts',
  'api/auth',
  'api/live',
  'api/read-model',
  'api/outbox',
  'api/notifications',
  'api/spend',
]
/** Shared by all features of the dashboard. */
const DASHBOARD = [
  ...CONTRACT,
  'frontend/src/api.ts',
  'frontend/src/dashboard-pages.ts',
  'frontend/src/no-eval.ts',
  'frontend/src/links.ts',
  'frontend/src/ui',
  ...['words', 'address', 'data', 'pieces'].map(name => `frontend/src/dashboard/${name}`),
]
const FEATURES = [
  ...[
    'account',
    'accounting',
    'audit',
    'campaigns',
    'conversions',
    'domain',
    'internal-traffic',
    'click-fraud',
    'leads',
    'onboarding',
    'settings',
    'experiments',
    'notifications',
    'spend',
    'funnel',
    'stats',
    'team',
    'traffic',
  ],
].map(name => `frontend/src/dashboard/${name}`)

/** Never shipped, and no shipped file imports them. They may import anything. */
export const RIGS = [
  'infra/rigs',
  'api/testing',
  'projector/simulation',
  'projector/testing',
  'frontend/src/dashboard/testing',
  'frontend/build/testing',
  'infra/deploy/kubernetes/testing',
  'frontend/e2e',
  'vitest.config.ts',
]

export const ROOMS: Record<string, string[]> = {
  'infra/platform': [],
  'infra/log': ['infra/platform', 'infra/stores'],
  'infra/stores': ['infra/platform'],
  'infra/open-stores.ts': PLATFORM,
  'infra/reporting': ['infra/platform', 'infra/stores', 'infra/open-stores.ts', 'ingest/experiments.ts'],
  'infra/app': [...PLATFORM, 'infra/open-stores.ts', 'infra/reporting', 'ingest', 'projector', 'api'],
  'infra/deploy': [],

  ingest: ['infra/platform', 'infra/log', 'infra/stores', 'ingest'],
  'ingest/events.ts': ['ingest/experiments.ts', 'ingest/record-fields.ts'],
  'ingest/record-fields.ts': [],
  'ingest/experiments.ts': [],
  'ingest/internal-cookie.ts': [],
  'ingest/text.ts': [],

  'projector/projections': ['ingest'],
  'projector/lease.ts': PLATFORM,
  'projector/entries': BATCH,
  'projector/steps': BATCH,
  'projector/jobs': BATCH,
  'projector/takeover.ts': BATCH,
  'projector/run.ts': [...BATCH, 'projector/takeover.ts'],
  'projector/privacy': BATCH,
  'projector/dead-letters': [...BATCH, 'projector/run.ts', 'projector/privacy'],
  'projector/accounting': BATCH,
  'projector/generations': [...PLATFORM, 'ingest', 'projector'],
  'projector/monitoring': [...BATCH, 'projector/accounting'],
  projector: [
    ...PLATFORM,
    'infra/open-stores.ts',
    'ingest',
    'projector/generations',
    'projector/monitoring',
    'projector/steps',
  ],

  'api/contract': ['ingest/events.ts', 'ingest/experiments.ts', 'ingest/text.ts'],
  'api/deps.ts': ['api/contract', 'infra/log'],
  'api/auth': [...PLATFORM, 'ingest/internal-cookie.ts', 'api/contract', 'api/deps.ts'],
  'api/live': [...PLATFORM, 'api/contract', 'api/deps.ts', 'api/auth', 'api/read-model'],
  'api/read-model': [...PLATFORM, 'api/contract', 'api/deps.ts'],
  'api/outbox': [...PLATFORM, 'ingest', 'api/contract', 'api/deps.ts', 'api/read-model'],
  'api/notifications': [...PLATFORM, 'ingest', 'api/contract', 'api/deps.ts', 'api/auth', 'api/live'],
  'api/digest': [...PLATFORM, 'ingest', ...API, 'api/reports', 'api/campaigns', 'api/experiments'],
  'api/spend': [
    ...PLATFORM,
    'ingest',
    'api/contract',
    'api/deps.ts',
    'api/auth',
    'api/live',
    'api/read-model',
    'api/outbox',
  ],
  'api/forms': [...PLATFORM, 'ingest', ...API],
  'api/conversions': [...PLATFORM, ...API],
  'api/inbox': [...PLATFORM, 'ingest', ...API],
  'api/campaigns': [...PLATFORM, 'ingest', ...API],
  'api/internal-traffic': [...PLATFORM, 'ingest', ...API],
  'api/reports': [...PLATFORM, 'ingest', ...API],
  'api/experiments': [...PLATFORM, 'ingest', ...API, 'api/experiments/life', 'api/experiments/statistics'],
  'api/experiments/life': [...PLATFORM, 'ingest', ...API],
  'api/experiments/statistics': [],
  api: [...PLATFORM, 'infra/open-stores.ts', 'infra/reporting', 'ingest', 'api'],

  'frontend/src/api.ts': ['api/contract'],
  'frontend/src/dashboard-pages.ts': [],
  'frontend/src/links.ts': ['api/contract'],
  'frontend/src/no-eval.ts': [],
  'frontend/src/ui': [],
  'frontend/src/track': CONTRACT,
  'frontend/src/site': [
    ...CONTRACT,
    'frontend/src/api.ts',
    'frontend/src/dashboard-pages.ts',
    'frontend/src/links.ts',
    'frontend/src/no-eval.ts',
    'frontend/src/track',
    'frontend/src/ui',
  ],
  'frontend/src/dashboard/words': CONTRACT,
  'frontend/src/dashboard/address': [
    ...CONTRACT,
    'frontend/src/dashboard-pages.ts',
    'frontend/src/dashboard/words',
  ],
  'frontend/src/dashboard/data': DASHBOARD.filter(room => !/pieces|dashboard\/data/.test(room)),
  'frontend/src/dashboard/pieces': DASHBOARD.filter(room => !room.endsWith('pieces')),
  ...Object.fromEntries(FEATURES.map(feature => [feature, DASHBOARD])),
  'frontend/src/dashboard/pages': [...DASHBOARD, ...FEATURES],
  'frontend/src/dashboard/shell': [
    ...DASHBOARD,
    ...FEATURES,
    'frontend/src/dashboard/pages',
    'frontend/src/dashboard-pages.ts',
  ],
  'frontend/src': [...CONTRACT, 'frontend/src'],
  'frontend/build': [...CONTRACT, 'frontend/src'],
  frontend: [...CONTRACT, 'frontend/build', 'frontend/src'],
}
