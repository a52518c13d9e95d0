/** The alert rules as they are shipped: their names, and the metrics that they ask for. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

export const RULES_FILE = join(import.meta.dirname, '..', '..', 'deploy', 'observability', 'alerts.yml')

const rule = z.strictObject({
  alert: z.string().regex(/^[A-Z]\w+$/),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'warn']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook: z.string() }),
})
const file = z.object({ groups: z.array(z.object({ name: z.string(), rules: z.array(rule) })) })

export const ALERTS = file.parse(parse(readFileSync(RULES_FILE, 'utf8'))).groups.flatMap(group => group.rules)

/** Metrics are the words that hold an underscore and are neither functions nor labels, and `up`. */
export const metricsIn = (expr: string): string[] =>
  [
    ...expr
      .replaceAll(/\{[^}]*\}|"[^"]*"|\b(by|on) \([^)]*\)/g, '')
      .matchAll(/\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+|up)\b(?!\s*\()/g),
  ].map(match => match[1] ?? '')

export const METRICS: ReadonlySet<string> = new Set(ALERTS.flatMap(({ expr }) => metricsIn(expr)))
