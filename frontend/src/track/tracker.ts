/** The tracker that the site calls. It never throws into the page. */
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import type { AbTestInput, ConversionInput } from '@firsttouch/ingest/events'
import { AD_CLICK, CLICK_IDS, clickNames } from './ad-click.ts'
import { attempt } from './attempt.ts'
import { ADDRESS_LIMIT, AGENT_LIMIT, clip, clipExtras, type Extras } from './clip.ts'
import { openConsent, type Signals } from './consent.ts'
import { openIdentity } from './identity.ts'
import type { Queue } from './queue.ts'
import { openRecorder } from './recorder.ts'
import { openChoices } from './split-test/choices.ts'
import type { Store } from './store.ts'
import { type Arrival, arrivalUtm, cleanReferrer, type Touch } from './utm.ts'

export type ConversionType = ConversionInput['conversionType']
type Dependencies = {
  store: Store
  queue: Pick<Queue, 'add'>
  now: () => number
  arrival: Arrival
  visitor: Signals & { userAgent: string }
  consentRequired: boolean
  clickIds: boolean
  served: ServedShares
  onQueued: () => void
}

export const openTracker = (dependencies: Dependencies) => {
  const { store, now, arrival, visitor } = dependencies
  const consent = openConsent(store, visitor, dependencies.consentRequired)
  const landed = {
    ...arrivalUtm(arrival),
    referrer: cleanReferrer(arrival.referrer),
    clickIds: clickNames(arrival.search),
  }
  const identity = openIdentity(store, now, landed)
  const userAgent = clip(visitor.userAgent, AGENT_LIMIT)
  const recorder = openRecorder({ ...dependencies, identity, consent, userAgent })
  const whileGranted = <T>(read: () => T): T | undefined =>
    attempt(() => (consent.state() === 'granted' ? read() : undefined))

  if (consent.state() === 'denied') identity.forget()
  const clicked = dependencies.clickIds ? arrival.search.match(CLICK_IDS) : store.remove(AD_CLICK)
  const landedAt = now()
  if (clicked) recorder.whenAllowed(() => store.set(AD_CLICK, landedAt + clicked.join('')))
  const { visit, visitId, path } = visits(recorder, arrival, landed)
  const choices = openChoices(store, dependencies.served)
  const tests = abTests(recorder, choices)
  return {
    visit: quietly(visit),
    /** Used by engagement.ts. */
    ...{ visitId, path, record: recorder.record },
    expose: quietly(tests.expose),
    /** Forms pass an `id`, so that the conversions of server and browser count as one. */
    conversion: quietly((conversionType: ConversionType, extras: Extras = {}, id?: string) => {
      const [pagePath, clipped] = [path(), clipExtras(extras)]
      recorder.record(
        common => ({
          type: 'conversion',
          ...common,
          conversionType,
          firstTouchUtm: identity.firstTouch(),
          pagePath,
          ...clipped,
        }),
        id,
      )
      tests.converted(conversionType, clipped)
    }),
    /** Saves a value once consent is granted. */
    save: quietly((name: string, value: () => string) =>
      recorder.whenAllowed(() => store.set(name, value())),
    ),
    decide: quietly(recorder.decide),
    consent,
    sessionId: () => whileGranted(identity.sessionId),
    firstTouch: () => whileGranted(identity.firstTouch),
    /** Returns text from storage without validation. */
    saved: (name: string) => whileGranted(() => store.get(name)),
    variant: (testName: string) => whileGranted(() => choices.get(testName)?.kept()),
  }
}
export type Tracker = ReturnType<typeof openTracker>
type Recorder = ReturnType<typeof openRecorder>

/** Only the first visit of a page load carries the link's UTM values and the external referrer. */
const visits = ({ record }: Recorder, arrival: Arrival, landed: Touch) => {
  let last: string | undefined
  let visitId = ''
  return {
    visitId: () => visitId,
    path: () => clip(last ?? '', ADDRESS_LIMIT),
    visit: (path: string) => {
      const arrived = last === undefined
      const touch = arrived
        ? { ...landed, linkFaults: arrival.linkFaults }
        : {
            ...arrivalUtm({ search: '', referrer: '', host: '' }),
            referrer: clip(arrival.origin + last, ADDRESS_LIMIT),
          }
      last = path
      const pagePath = clip(path, ADDRESS_LIMIT)
      visitId = record(common => ({
        type: 'visit',
        ...common,
        ...touch,
        pagePath,
        // Only for the specification. The server ignores this value and stores the network of the connection's address.
        ipAddress: '',
      }))
    },
  }
}

const abTests = ({ record }: Recorder, choices: ReturnType<typeof openChoices>) => {
  type Test = Omit<AbTestInput, 'sessionId'>
  const recordTest = (find: () => Test | undefined) =>
    record(common => {
      const test = find()
      return test && { type: 'ab_test', ...common, ...test, timestamp: common.occurredAt }
    })
  return {
    /** Records an exposure once per run, when the choice is first stored. */
    expose: (shown: Readonly<Record<string, string | undefined>>) => {
      for (const [testName, { kept, keep }] of choices) {
        const variant = shown[testName]
        if (variant)
          recordTest(() => {
            if (kept()) return undefined
            keep(variant)
            return { testName, variant, event: 'variant_assigned' }
          })
      }
    },
    converted: (conversionType: ConversionType, metadata: Extras) => {
      for (const [testName, { kept }] of choices)
        recordTest(() => {
          const variant = kept()
          return variant ? { testName, variant, event: 'conversion', conversionType, metadata } : undefined
        })
    },
  }
}

const quietly =
  <A extends unknown[]>(run: (...values: A) => void) =>
  (...values: A): void =>
    attempt(() => run(...values))
