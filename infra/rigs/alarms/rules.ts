/** The shipped alarms, recording rules and the metrics that they query. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

export const RULES_FILE = join(import.meta.dirname, '..', '..', 'deploy', 'observability', 'alerts.yml')

const record = z.strictObject({ record: z.string().startsWith('firsttouch:'), expr: z.string() })
const alarm = z.strictObject({
  alert: z.string().regex(/^[A-Z]\w+$/),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'warn']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook: z.string() }),
})
const file = z.object({
  groups: z.array(z.object({ name: z.string(), rules: z.array(z.union([alarm, record])) })),
})

const RULES = file.parse(parse(readFileSync(RULES_FILE, 'utf8'))).groups.flatMap(group => group.rules)
export const ALERTS = RULES.filter(rule => 'alert' in rule)
const RECORDS = new Map(RULES.flatMap(rule => ('record' in rule ? [[rule.record, rule.expr]] : [])))

/** Returns the expression and the expressions of the recording rules in it. */
const withRecords = (expr: string, seen: ReadonlySet<string> = new Set()): string[] => {
  const named = (expr.match(/\bfirsttouch:[a-z0-9:]+/g) ?? []).filter(name => !seen.has(name))
  return [expr, ...named.flatMap(name => withRecords(RECORDS.get(name) ?? '', new Set([...seen, ...named])))]
}

/** The rules file with only these alarms and the recording rules that they need. */
export const rulesOf = (isSeen: (alarm: string) => boolean) => {
  const alarms = ALERTS.filter(({ alert }) => isSeen(alert))
  const needed = new Set(alarms.flatMap(({ expr }) => withRecords(expr)))
  const records = [...RECORDS].filter(([, expr]) => needed.has(expr))
  return {
    groups: [
      { name: 'firsttouch', rules: [...records.map(([record, expr]) => ({ record, expr })), ...alarms] },
    ],
  }
}

/** The metrics of an expression and of its recording rules: `up`, and words with an underscore that are neither functions nor labels. */
export const metricsIn = (expr: string): string[] =>
  withRecords(expr).flatMap(one =>
    [
      ...one
        .replaceAll(/\{[^}]*\}|"[^"]*"|\b(by|on) \([^)]*\)/g, '')
        .matchAll(/\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+|up)\b(?!\s*\()/g),
    ].map(match => match[1] ?? ''),
  )

export const METRICS: ReadonlySet<string> = new Set(ALERTS.flatMap(({ expr }) => metricsIn(expr)))
