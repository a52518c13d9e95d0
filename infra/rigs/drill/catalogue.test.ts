import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALERTS, RULES_FILE } from '../alarms/rules.ts'
import { FAULT_NAMES, FAULTS, faultOf } from './catalogue.ts'
import { fasterRules } from './faster-rules.ts'

const shipped = new Set(ALERTS.map(({ alert }) => alert))

test('there are more than ten faults, and every alarm that one must make ring is shipped', () => {
  expect(FAULT_NAMES.length).toBeGreaterThan(10)
  for (const name of FAULT_NAMES)
    for (const alarm of FAULTS[name].alarms) expect([...shipped], name).toContain(alarm)
})

test('as many seeds in a row as there are faults name each of them once, from whichever seed on', () => {
  for (const first of [0, 7, 1_000]) {
    const named = FAULT_NAMES.map((_, at) => faultOf(first + at))
    expect(named.toSorted()).toEqual(FAULT_NAMES.toSorted())
    expect(named).not.toEqual(FAULT_NAMES)
  }
})

test('a fault that this machine cannot have is not chosen', () => {
  const [, ...rest] = FAULT_NAMES
  expect(new Set(rest.map((_, at) => faultOf(at, rest)))).toEqual(new Set(rest))
})

test('rules made faster wait and look back shorter, and ask for nothing else', () => {
  const rule =
    '        expr: max(a_b[1h] offset 10m) > 14 * 86400 and deriv(x[1m:15s]) > 0.9\n        for: 5m\n          description: for 5m\n'
  expect(fasterRules(rule, 10)).toBe(
    '        expr: max(a_b[360000ms] offset 60000ms) > 14 * 86400 and deriv(x[6000ms:1500ms]) > 0.9\n        for: 30000ms\n          description: for 5m\n',
  )
  const text = readFileSync(RULES_FILE, 'utf8')
  expect(fasterRules(text, 1).replaceAll(/\d+ms/g, '')).toBe(
    text.replaceAll(/^( +(?:expr|for): .*)$/gm, line => line.replaceAll(/\b\d+[smh]\b/g, '')),
  )
})
