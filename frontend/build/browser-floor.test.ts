/** Checks that no script, ours or a library's, calls an API that the browser floor lacks. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSiteIfNeeded, SITE_DIST } from '@firsttouch/infra/app/site/build'
import { beforeAll, describe, expect, test } from 'vitest'
import { readApis } from './testing/api-ages.ts'
import { builtScripts } from './testing/built-scripts.ts'
import { findYoungCalls } from './testing/young-calls.ts'

/** False positives of the finder, and APIs that the code detects before use. */
const ALLOWED: Record<string, string> = {
  '.changed': 'a method of our own refetcher',
  '.destroy': 'a method of TanStack Query’s observers',
  '.div': 'a method of the charts’ own decimal numbers',
  '.forget': 'a method of our own tracker',
  '.isActive': 'a method of TanStack Query’s queries',
  '.mul': 'a method of the charts’ own decimal numbers and of the QR code’s polynomials',
  '.range': 'a method of the charts’ scales',
  '.segment': 'the draft of a reply checks for it first',
  '.use': 'a function of React',
  '.variant': 'a method of our own tracker',
  '.skipTransition': 'React calls it on the result of startViewTransition',
  '.startViewTransition':
    'React checks for it first, and needs it for ViewTransition only, which we do not use',
  '.getAuthenticatorData': 'the passkey library checks for it first',
  '.getPublicKey': 'the passkey library checks for it first',
  '.getPublicKeyAlgorithm': 'the passkey library checks for it first',
  '.getTransports': 'the passkey library checks for it first',
  'PublicKeyCredential.getClientCapabilities': 'the passkey library checks for it first',
  'PublicKeyCredential.isConditionalMediationAvailable': 'the passkey library checks for it first',
  'Document.prerendering': 'web-vitals checks for it first',
  'Document.wasDiscarded': 'web-vitals checks for it first',
  'Performance.interactionCount': 'web-vitals checks for it first',
  'Error.captureStackTrace': 'zod checks for it first',
  'Intl.Segmenter': 'the draft of a reply checks for it first',
  'Navigator.connection': 'React checks for it first',
  'URL.canParse': 'zod checks for it first',
  navigation: 'React checks for it first',
  cancelIdleCallback: 'web-vitals checks for it first',
  requestIdleCallback: 'web-vitals checks for it first',
  PerformanceEventTiming: 'web-vitals checks for it first',
  PerformanceSoftNavigation: 'web-vitals checks for it first',
  setImmediate: 'React checks for it first',
}

const apis = readApis()

test('built scripts call no API newer than the browser floor', async () => {
  await buildSiteIfNeeded()
  const scripts = builtScripts(SITE_DIST)
  expect(scripts.length).toBeGreaterThan(20)
  const found = scripts.map(name => ({
    name,
    calls: findYoungCalls(readFileSync(join(SITE_DIST, 'assets', name), 'utf8'), apis),
  }))
  const young = found.map(({ name, calls }) => ({ name, calls: calls.filter(call => !(call in ALLOWED)) }))
  expect(young.filter(({ calls }) => calls.length > 0)).toEqual([])
  const used = new Set(found.flatMap(({ calls }) => calls))
  expect(
    Object.keys(ALLOWED).filter(call => !used.has(call)),
    'every exception is still needed',
  ).toEqual([])
})

describe('the finder', () => {
  test.each([
    ['URL.parse(text)', 'URL.parse'],
    ['const { parse } = URL', 'URL.parse'],
    ['URL["parse"](text)', 'URL.parse'],
    ['text.toWellFormed()', '.toWellFormed'],
    ['new Set(a).union(b)', '.union'],
    ['Response.json({})', 'Response.json'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['Object.groupBy(list, key)', 'Object.groupBy'],
    ['AbortSignal.any([a, b])', 'AbortSignal.any'],
    ['window.navigation.back()', 'navigation'],
    ['requestIdleCallback(run)', 'requestIdleCallback'],
    ['self.requestIdleCallback(run)', 'requestIdleCallback'],
    ['new Intl.DurationFormat("en")', 'Intl.DurationFormat'],
    ['document.startViewTransition(run)', 'Document.startViewTransition'],
    ['/[\\p{L}--a]/v.test(text)', 'RegExp flag v'],
    ['/a(?i:b)/.test(text)', 'RegExp modifiers'],
  ])('the finder reports young APIs in %s', (script, call) => {
    expect(findYoungCalls(script, apis)).toEqual([call])
  })

  test.each([
    'list.toSorted().toReversed().at(-1)',
    'AbortSignal.timeout(1); structuredClone(a); navigator.locks.request("a", run)',
    'typeof requestIdleCallback === "function"',
    'text.toWellFormed?.()',
    'answer.json(); new Response().json()',
    'const URL = own; URL.parse(text)',
    'function run(requestIdleCallback) { requestIdleCallback() }',
    'const kept = { navigation: 1 }; kept.navigation',
    '/(?:a)(?=b)(?<!c)(?<name>d)/u.test(text)',
  ])('the finder ignores %s', script => {
    expect(findYoungCalls(script, apis)).toEqual([])
  })
})

beforeAll(() => expect(apis.length).toBeGreaterThan(5_000))
