/** Runs the shipped rules over series, by Prometheus's own tool. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { RULES_FILE } from './rules.ts'

export const hasPromtool = (): boolean => spawnSync('promtool', ['--version']).status === 0

export type Series = { series: string; values: string }
/** `mayRing`: not looked at. */
type Expected = { afterSeconds: number; ringing: readonly string[]; mayRing: readonly string[] }

type Rules = { groups: { name: string; rules: { alert: string }[] }[] }

/** A rule that nobody looks at costs as much as one that somebody does. */
const rulesBut = (isUnseen: (name: string) => boolean): Rules => {
  const { groups }: Rules = parse(readFileSync(RULES_FILE, 'utf8'))
  return {
    groups: groups.map(group => ({ ...group, rules: group.rules.filter(({ alert }) => !isUnseen(alert)) })),
  }
}

/** Throws with promtool's own words where other alarms ring. */
export const assertRinging = (
  input: readonly Series[],
  everyMs: number,
  expected: readonly Expected[],
): void => {
  const folder = mkdtempSync(join(tmpdir(), 'firsttouch-rules-'))
  const file = join(folder, 'test.yml')
  const rules = join(folder, 'rules.yml')
  writeFileSync(rules, stringify(rulesBut(name => expected.every(({ mayRing }) => mayRing.includes(name)))))
  const asked = expected.map(({ afterSeconds, ringing, mayRing }) => ({
    expr: `group by (alertname) (ALERTS{alertstate="firing",alertname!~"${mayRing.join('|')}"})`,
    eval_time: `${afterSeconds}s`,
    exp_samples: ringing.toSorted().map(alertname => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
  }))
  const interval = `${everyMs / 1000}s`
  writeFileSync(
    file,
    stringify({
      rule_files: [rules],
      evaluation_interval: '15s',
      tests: [{ interval, input_series: input, promql_expr_test: asked }],
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
