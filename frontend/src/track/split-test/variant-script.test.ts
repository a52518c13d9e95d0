import { runInNewContext } from 'node:vm'
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { type Experiment, LANDING_PAGE, TRIAL_HEADING } from '@firsttouch/ingest/experiments'
import { expect, test } from 'vitest'
import { swapScript, variantScript } from './variant-script.ts'

const RUN = '01980000-0000-7000-8000-000000000001'
const LATER = '01990000-0000-7000-8000-000000000001'
const BOTH = [LANDING_PAGE, TRIAL_HEADING]
const halves = (run = ''): ServedShares => ({
  landingPage: {
    run,
    shares: [
      ['control', 50],
      ['v2', 50],
    ],
  },
})

type Options = {
  saved?: Record<string, string>
  random?: number
  gpc?: boolean
  cookie?: string
  storage?: boolean
  block?: string | null
  tests?: readonly Experiment[]
}

const marks = ({ saved = {}, random = 0, gpc = false, cookie = '', storage = true, ...page }: Options) => {
  const { block = JSON.stringify(halves()), tests = [LANDING_PAGE] } = page
  const dataset: Record<string, string> = {}
  const writes: string[] = []
  const localStorage = {
    getItem: (key: string) => saved[key] ?? null,
    setItem: (key: string) => writes.push(key),
    removeItem: (key: string) => writes.push(key),
  }
  runInNewContext(variantScript(tests), {
    document: {
      cookie,
      documentElement: { dataset },
      getElementById: (id: string) =>
        id === 'experiments' && block !== null ? { textContent: block } : null,
    },
    navigator: { globalPrivacyControl: gpc },
    Math: { random: () => random },
    ...(storage && { localStorage }),
  })
  expect(writes).toEqual([])
  return dataset
}
const drawn = (options: Options) => marks(options).landingPage
const served = (shares: ServedShares) => ({ block: JSON.stringify(shares) })

test('only a drawn treatment hides the control until the swap', () => {
  expect([0, 0.99].map(random => 'swap' in marks({ random }))).toEqual([false, true])
})

test('a browser of our own staff sees the control regardless of its choice and draw', () => {
  for (const cookie of ['firsttouch_internal=login', 'a=b; firsttouch_internal=opt_out'])
    for (const saved of [{}, { ab_test_landingPage: 'v2' }])
      expect(drawn({ cookie, saved, random: 0.99 })).toBe('control')
  expect(drawn({ cookie: 'a_firsttouch_internal=login', random: 0.99 })).toBe('v2')
  expect(drawn({ cookie: 'firsttouch_internal=login', ...served({ landingPage: { shown: 'v2' } }) })).toBe(
    'v2',
  )
})

test('a stored variant is shown again', () => {
  expect(drawn({ saved: { ab_test_landingPage: 'v2' }, random: 0 })).toBe('v2')
  expect(drawn({ saved: { ab_test_landingPage: 'control' }, random: 0.99 })).toBe('control')
})

test('the draw of a new visitor follows the shares', () => {
  expect([0, 0.49, 0.5, 0.99].map(random => drawn({ random }))).toEqual(['control', 'control', 'v2', 'v2'])
})

test('an undeclared stored variant is drawn again', () => {
  expect(drawn({ saved: { ab_test_landingPage: 'v9' }, random: 0.7 })).toBe('v2')
})

test('a visitor without consent sees the control, even if its share is zero', () => {
  const none = served({
    landingPage: {
      run: '',
      shares: [
        ['control', 0],
        ['v2', 100],
      ],
    },
  })
  expect(drawn({ gpc: true, random: 0.99 })).toBe('control')
  expect(drawn({ saved: { tracking_consent: 'denied' }, random: 0.99 })).toBe('control')
  expect(drawn({ gpc: true, random: 0, ...none })).toBe('control')
})

test('without storage a variant is drawn', () => {
  expect(drawn({ storage: false, random: 0.99 })).toBe('v2')
})

test.each([
  ['of the first run', '', { landingPage: 'v2' }, 'control'],
  ['of an earlier run', RUN, { landingPage: 'v2' }, 'control'],
  ['of this run', LATER, { landingPage: 'v2' }, 'v2'],
])('a stored choice %s (%j) is drawn again unless it is of this run', (_, run, kept, shown) => {
  const saved = { ab_test_landingPage: kept.landingPage, ...(run && { ab_test_landingPage_run: run }) }
  expect(drawn({ saved, random: 0, ...served(halves(LATER)) })).toBe(shown)
})

test('a page that is older than the choice keeps the choice', () => {
  const saved = { ab_test_landingPage: 'v2', ab_test_landingPage_run: LATER }
  expect(drawn({ saved, random: 0, ...served(halves(RUN)) })).toBe('v2')
  expect(drawn({ saved, random: 0 })).toBe('v2')
})

test.each(['control', 'v2'])('an ended test shows %s regardless of choice, draw and consent', shown => {
  const saved = { ab_test_landingPage: shown === 'v2' ? 'control' : 'v2' }
  for (const random of [0, 0.99])
    for (const gpc of [false, true])
      expect(drawn({ saved, random, gpc, ...served({ landingPage: { shown } }) })).toBe(shown)
})

test.each([null, '', '{', 'null', '[]', '7', '{"landingPage":7}', '{"landingPage":{"run":"","shares":7}}'])(
  'a page whose data block is %j shows the control and marks nothing',
  block => {
    expect(marks({ block, random: 0.99 })).toEqual({})
  },
)

test('each test of the page is drawn separately, and tests of other pages are not drawn', () => {
  const block = JSON.stringify({
    ...halves(),
    trialHeading: {
      run: RUN,
      shares: [
        ['control', 20],
        ['freeWeek', 30],
        ['askedWeek', 50],
      ],
    },
  })
  const heading = (random: number) => marks({ block, random, tests: [TRIAL_HEADING] })
  expect([0.19, 0.2, 0.49, 0.5].map(random => heading(random).trialHeading)).toEqual([
    'control',
    'freeWeek',
    'freeWeek',
    'askedWeek',
  ])
  expect(Object.keys(heading(0))).toEqual(['trialHeading'])
  expect(marks({ block, random: 0.99, tests: BOTH })).toEqual({
    landingPage: 'v2',
    trialHeading: 'askedWeek',
    swap: '',
  })
})

/** Fake templates with parents. Replacing a parent's children removes its templates. */
const swapped = (dataset: Record<string, string>, pieces: [test: string, variant: string][]) => {
  const filled: string[] = []
  const waiting = pieces.map(([name, variant]) => {
    const template = {
      dataset: { test: name, variant },
      content: `${name} ${variant}`,
      remove: () => waiting.splice(waiting.indexOf(template), 1),
      parentNode: {
        replaceChildren: (content: string) => {
          filled.push(content)
          for (const one of waiting.filter(({ dataset: of }) => of.test === name))
            waiting.splice(waiting.indexOf(one), 1)
        },
      },
    }
    return template
  })
  const document = { documentElement: { dataset }, querySelector: () => waiting[0] ?? null }
  runInNewContext(swapScript, { document })
  expect(waiting).toEqual([])
  return filled
}

const PIECES: [string, string][] = [
  ['landingPage', 'v2'],
  ['trialHeading', 'freeWeek'],
  ['trialHeading', 'askedWeek'],
]
test.each([
  [{ landingPage: 'v2' }, ['landingPage v2']],
  [{ landingPage: 'control' }, []],
  [{ landingPage: 'v2', trialHeading: 'freeWeek' }, ['landingPage v2', 'trialHeading freeWeek']],
  [{ landingPage: 'control', trialHeading: 'askedWeek' }, ['trialHeading askedWeek']],
  [{ landingPage: 'v9' }, []],
  [{}, []],
])('with the draw %j the swap script fills in %j and removes every template', (drawnOnes, filled) => {
  const dataset = { ...drawnOnes, swap: '' }
  expect(swapped(dataset, PIECES)).toEqual(filled)
  expect(dataset).toEqual(drawnOnes)
})
