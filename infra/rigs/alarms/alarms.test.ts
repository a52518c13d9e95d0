/** The shipped alarms over recordings of real processes. alarms.long.test.ts makes the recordings. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Fault, RINGING } from './faults.ts'
import { hasPromtool } from './promtool.ts'
import type { Recording } from './recorder.ts'
import { assertRings } from './ringing.ts'
import { ALERTS, METRICS } from './rules.ts'

const faults = Object.keys(RINGING) as Fault[]
const recordingOf = (fault: Fault): Recording =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'recorded', `${fault}.json`), 'utf8'))
/** These recordings hold one process only. The recording `rest` provides the series of the other processes. */
const OVER_REST: readonly Fault[] = ['busy-process']
const wholeOf = (fault: Fault): Recording => {
  const { everyMs, series } = recordingOf(fault)
  return {
    everyMs,
    series: OVER_REST.includes(fault) ? { ...recordingOf('rest').series, ...series } : series,
  }
}

describe.skipIf(!hasPromtool())('with Prometheus’s own tool', () => {
  test.each(faults)('the recording of %s rings exactly the expected alarms', fault => {
    assertRings(fault, wholeOf(fault))
  })

  test('the test notices an alarm that does not ring', () => {
    const { everyMs, series } = recordingOf('dead-partition')
    const still = Object.fromEntries(
      Object.entries(series).filter(([name]) => !name.startsWith('projector_lag_seconds')),
    )
    expect(() => assertRings('dead-partition', { everyMs, series: still })).toThrow(
      /PartitionStandsStill|LagUnknown/,
    )
  })
})

test('no rule uses the name of a job, which each installation chooses', () => {
  for (const { alert, expr } of ALERTS) expect([alert, /\bjob\s*[=!]/.test(expr)]).toEqual([alert, false])
})

/** Metrics that no recording has, and why. */
const SILENT: Record<string, string> = {
  reconcile_difference: 'log and store agreed',
  projector_batch_failures_total: 'no store refused a batch',
  notifications_oldest_seconds: 'no notification was sent',
  process_resident_memory_bytes: 'its value depends on the recording machine',
  clock_skew_seconds: 'all processes shared the clock of the recording machine',
}

test('the recordings hold every metric of the rules, except the metrics in SILENT', () => {
  const series = faults.flatMap(fault => Object.keys(recordingOf(fault).series))
  const said = new Set(series.map(name => name.split('{', 1)[0]))
  expect([...METRICS].filter(name => !said.has(name)).toSorted()).toEqual(Object.keys(SILENT).toSorted())
})
