import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
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
  const rule = {
    alert: 'A',
    expr: 'max(a_b[1h] offset 10m) > 14 * 86400 and deriv(x10m[1w:15s]) > 0.9',
    for: '5m',
    annotations: { description: 'for 5m' },
  }
  const rules = (one: object) => ({ groups: [{ name: 'all', rules: [one] }] })
  expect(parse(fasterRules(stringify(rules(rule)), 10))).toEqual(
    rules({
      ...rule,
      expr: 'max(a_b[360000ms] offset 60000ms) > 14 * 86400 and deriv(x10m[60480000ms:1500ms]) > 0.9',
      for: '30000ms',
    }),
  )
  const shippedOnes = readFileSync(RULES_FILE, 'utf8')
  expect(fasterRules(shippedOnes, 1)).not.toMatch(/(expr|for): .*\b\d+[smhdw]\b/)
})
