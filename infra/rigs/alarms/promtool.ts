/** Runs the shipped rules over series, by Prometheus's `promtool test rules`. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { rulesOf } from './rules.ts'

export const hasPromtool = (): boolean => spawnSync('promtool', ['--version']).status === 0

export type Series = { series: string; values: string }
/** A PromQL expression and the labels of its expected samples, each with the value 1. */
export type Asked = { expr: string; atSeconds: number; labels: readonly string[] }
export type Ringing = { alarm: string; atSeconds: number; labels: object; annotations: object }
/** `mayRing`: alarms that the assertion ignores. */
type Expected = { afterSeconds: number; ringing: readonly string[]; mayRing: readonly string[] }

type Run = {
  series: readonly Series[]
  everyMs: number
  evaluateEveryMs: number
  isSeen: (alarm: string) => boolean
  asked?: readonly Asked[]
  ringing?: readonly Ringing[]
}

/** Throws promtool's output if a query returns unexpected samples, or unexpected alarms ring. */
export const assertAnswers = ({ series, everyMs, evaluateEveryMs, isSeen, ...run }: Run): void => {
  const { asked = [], ringing = [] } = run
  const folder = mkdtempSync(join(tmpdir(), 'firsttouch-rules-'))
  const file = join(folder, 'test.yml')
  const rules = join(folder, 'rules.yml')
  writeFileSync(rules, stringify(rulesOf(isSeen)))
  const promql_expr_test = asked.map(({ expr, atSeconds, labels }) => ({
    expr,
    eval_time: `${atSeconds}s`,
    exp_samples: labels.map(one => ({ labels: one, value: 1 })),
  }))
  const alert_rule_test = ringing.map(({ alarm, atSeconds, labels, annotations }) => ({
    eval_time: `${atSeconds}s`,
    alertname: alarm,
    exp_alerts: [{ exp_labels: labels, exp_annotations: annotations }],
  }))
  writeFileSync(
    file,
    stringify({
      rule_files: [rules],
      evaluation_interval: `${evaluateEveryMs / 1000}s`,
      tests: [{ interval: `${everyMs / 1000}s`, input_series: series, promql_expr_test, alert_rule_test }],
    }),
  )
  try {
    execFileSync('promtool', ['test', 'rules', file], { stdio: 'pipe' })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    throw new Error(`${said}${error instanceof Error && 'stdout' in error ? error.stdout : ''}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Prometheus's evaluation interval as shipped. If scrapes are rarer, evaluations are too, because nothing changes between two scrapes. */
const EVALUATED_MS = 15_000

/** Throws promtool's output if not exactly the expected alarms ring. */
export const assertRinging = (
  series: readonly Series[],
  everyMs: number,
  expected: readonly Expected[],
): void =>
  assertAnswers({
    ...{ series, everyMs, evaluateEveryMs: Math.max(EVALUATED_MS, everyMs) },
    // Leave out rules that the assertion ignores, because promtool would evaluate them too.
    isSeen: alarm => expected.some(({ mayRing }) => !mayRing.includes(alarm)),
    asked: expected.map(({ afterSeconds, ringing, mayRing }) => ({
      expr: `group by (alertname) (ALERTS{alertstate="firing",alertname!~"${mayRing.join('|')}"})`,
      atSeconds: afterSeconds,
      labels: ringing.toSorted().map(alertname => `{alertname="${alertname}"}`),
    })),
  })
