import { expect, test } from 'vitest'
import { openConsent } from './consent.ts'
import { handStore } from './testing/hand.ts'

test('consent persists to the next page, and is granted where it is not required', () => {
  const store = handStore()
  openConsent(store, {}, true).decide('granted')
  const next = openConsent(store, {}, true)
  expect([next.state(), next.isChangeable()]).toEqual(['granted', true])
  expect([openConsent(handStore(), {}, true).state(), openConsent(handStore(), {}, false).state()]).toEqual([
    'asking',
    'granted',
  ])
})

test('listeners hear every change until they unsubscribe', () => {
  const consent = openConsent(handStore(), {}, true)
  const heard: string[] = []
  const [stop] = ['a', 'b'].map(name => consent.subscribe(() => heard.push(`${name} ${consent.state()}`)))
  consent.decide('granted')
  stop?.()
  consent.ask()
  expect(heard).toEqual(['a granted', 'b granted', 'b asking'])
})
