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
const ENDS_WITHIN = 10
const AT_REST = 'at rest'

const most = (numbers: readonly number[]): number => Math.max(...numbers)

/** One Prometheus scrapes an installation for each fault, named after the fault, and one installation at rest. */
const assertLasts = (alarm: string, faults: readonly Fault[]): void => {
  const before = most(faults.map(fault => fault.before ?? HOUR))
  const after = most(faults.map(({ endsWithin = ENDS_WITHIN }) => endsWithin)) + 5
  const everyMs = MINUTE_MS / most(faults.map(({ aMinute = 1 }) => aMinute))
  const metrics = metricsIn(ALERTS.find(({ alert }) => alert === alarm)?.expr ?? '')
  const atRest = [{ minutes: before + LASTS + after }]
  const at = (minute: number, installation: string, rings: boolean): Asked => ({
    expr: `group by (alertname, installation) (ALERTS{alertstate="firing",installation="${installation}"})`,
    atSeconds: minute * 60,
    labels: rings ? [`{alertname="${alarm}",installation="${installation}"}`] : [],
  })
  const run = faults.map(({ what, series, gone, ringsAfter = 5, endsWithin = ENDS_WITHIN }) => {
    const during: Phase = { minutes: LASTS, ...(series && { series }), ...(gone && { gone }) }
    const phases = [{ minutes: before }, during, { minutes: after }]
    const ringing = [ringsAfter, 2 * HOUR, LASTS - 1]
    return {
      series: seriesOf(phases, { metrics, everyMs, installation: what }),
      asked: [
        at(before - 1, what, false),
        ...ringing.map(minute => at(before + minute, what, true)),
        at(before + LASTS + endsWithin, what, false),
        ...ringing.map(minute => at(before + minute, AT_REST, false)),
      ],
    }
  })
  assertAnswers({
    series: [
      ...run.flatMap(({ series }) => series),
      ...seriesOf(atRest, { metrics, everyMs, installation: AT_REST }),
    ],
    ...{ everyMs, evaluateEveryMs: everyMs },
    isSeen: one => one === alarm,
    asked: run.flatMap(({ asked }) => asked),
  })
}

describe.skipIf(!hasPromtool())('with Prometheus’s own tool', () => {
  test.each(Object.entries(LASTING))(
    '%s rings during each of its faults, after minutes, two hours and two days, only for the affected installation, and resolves',
    (alarm, faults) => assertLasts(alarm, faults),
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
