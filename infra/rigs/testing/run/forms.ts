const SECURITY = 'infra/rigs/security infra/reporting/sql-port/fuzz.test.ts api/forms/odd-input.test.ts'
const PREPARE = 'node infra/rigs/testing/run/prepare.ts'
const CONTROLS = 'node infra/rigs/security/controls.ts'
const FAULTS = 'node infra/rigs/faults/run.ts'
const MUTATION = 'node infra/rigs/mutation/run.ts'

export const FORMS = {
  '--short': [PREPARE, 'node infra/rigs/testing/run/short.ts'],
  '--long': [PREPARE, 'vitest run --project long --project alone --maxWorkers 4'],
  '--clients': ['vitest run --project clients'],
  '--browsers': ['node infra/rigs/testing/run/prepare-browsers.ts', 'vitest run --project browsers'],
  '--containers': ['node infra/rigs/containers/prepare.ts', 'vitest run --project containers --maxWorkers=1'],
  '--statistics': ['STATISTICS_FULL=1 vitest run api/experiments/statistics'],
  '--sampled': [
    `SECURITY_TIMES=16 vitest run --project short ${SECURITY}`,
    `${CONTROLS} --minutes 5`,
    `${FAULTS} --minutes 4`,
    `${MUTATION} --changed --minutes 10`,
  ],
  '--audit': ['node infra/rigs/security/audit.ts'],
  '--all': ['npm test -- --long --clients --browsers --containers --statistics --sampled --audit'],
  '--security': [`SECURITY_FULL=1 vitest run ${SECURITY}`],
  '--controls': [CONTROLS],
  '--faults': [FAULTS],
  '--mutation': [MUTATION],
  '--ten-times': ['node infra/rigs/testing/run/ten-times.ts'],
} as const

export const isForm = (word: string): word is keyof typeof FORMS => Object.hasOwn(FORMS, word)
