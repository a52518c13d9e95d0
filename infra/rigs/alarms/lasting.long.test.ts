/** Each alarm rings for the whole duration of its fault, only for the affected installation, and resolves after it. */
import { describe, test } from 'vitest'
import { type Phase, seriesOf } from './courses.ts'
import { type Fault, LASTING, REST_DAY, REST_WEEK } from './lasting.ts'
import { type Asked, assertAnswers, hasPromtool } from './promtool.ts'
import { ALERTS, METRICS, metricsIn } from './rules.ts'

const MINUTE_MS = 60_000
const HOUR = 60
const DAY = 24 * HOUR
const LASTS = 2 * DAY

const faults = Object.entries(LASTING).flatMap(([alarm, rows]) =>
  rows.map(fault => [alarm, fault.what, fault] as const),
)

/** Runs a second installation at rest in the same Prometheus. */
const assertLasts = (alarm: string, fault: Fault, installation: string): void => {
  const { series, gone, before = HOUR, ringsAfter = 5, endsWithin = 10, aMinute = 1 } = fault
  const during: Phase = { minutes: LASTS, ...(series && { series }), ...(gone && { gone }) }
  const after = endsWithin + 5
  const phases = [{ minutes: before }, during, { minutes: after }]
  const atRest = [{ minutes: before + LASTS + after }]
  const everyMs = MINUTE_MS / aMinute
  const metrics = metricsIn(ALERTS.find(({ alert }) => alert === alarm)?.expr ?? '')
  const rings = `{alertname="${alarm}"${installation && `,installation="${installation}"`}}`
  const at = (minute: number, labels: string[]): Asked => ({
    expr: 'group by (alertname, installation) (ALERTS{alertstate="firing"})',
    atSeconds: minute * 60,
    labels,
  })
  assertAnswers({
    series: [
      ...seriesOf(phases, { metrics, everyMs, installation }),
      ...seriesOf(atRest, { metrics, everyMs, installation: 'other' }),
    ],
    ...{ everyMs, evaluateEveryMs: everyMs },
    isSeen: one => one === alarm,
    asked: [
      at(before - 1, []),
      ...[ringsAfter, 2 * HOUR, LASTS - 1].map(minute => at(before + minute, [rings])),
      at(before + LASTS + endsWithin, []),
    ],
  })
}

describe.skipIf(!hasPromtool())('with Prometheus’s own tool', () => {
  test.each(faults)(
    '%s, %s: the alarm rings after minutes, two hours and two days, and resolves after the fault',
    (alarm, _, fault) => {
      assertLasts(alarm, fault, 'this')
    },
  )

  /** Fails if any alarm rang at any moment. */
  const assertSilent = (phases: readonly Phase[], isSeen: (alarm: string) => boolean): void => {
    const minutes = phases.reduce((sum, phase) => sum + phase.minutes, 0)
    assertAnswers({
      series: seriesOf(phases, { metrics: [...METRICS], everyMs: MINUTE_MS }),
      ...{ everyMs: MINUTE_MS, evaluateEveryMs: MINUTE_MS, isSeen },
      asked: [
        {
          expr: `group by (alertname) (last_over_time(ALERTS{alertstate="firing"}[${minutes}m]))`,
          atSeconds: minutes * 60,
          labels: [],
        },
      ],
    })
  }

  test('all alarms are silent during a healthy day with a night, a release, and processes that come and go', () => {
    assertSilent(REST_DAY, () => true)
  })

  test('EventsStopped is silent through nights and a weekend', () => {
    assertSilent(REST_WEEK, alarm => alarm === 'EventsStopped')
  })
})
