/** Tests rules over hand-written series, because their faults take hours or need a store that refuses data. */
import { describe, expect, test } from 'vitest'
import { LASTING } from './lasting.ts'
import { assertAnswers, assertRinging, hasPromtool, type Series } from './promtool.ts'
import { ALERTS } from './rules.ts'

const MINUTE_MS = 60_000
const MINUTE_S = 60
const SCRAPE_MS = 15_000
const others = (alarm: string) => ALERTS.map(({ alert }) => alert).filter(alert => alert !== alarm)

/** Checks one alarm and ignores all others. */
const assertRings = (
  alarm: string,
  minutes: number,
  series: readonly Series[],
  rings: boolean,
  everyMs = MINUTE_MS,
): void =>
  assertRinging(series, everyMs, [
    { afterSeconds: minutes * MINUTE_S, ringing: rings ? [alarm] : [], mayRing: others(alarm) },
  ])
const events = (values: string, result = 'accepted'): Series => ({
  series: `ingest_events_total{result="${result}"}`,
  values,
})
const canaries: Series = { series: 'ingest_canary_events_total', values: '0+1x200' }

test('every alarm has a lasting fault (lasting.long.test.ts)', () => {
  expect(Object.keys(LASTING).toSorted()).toEqual(ALERTS.map(({ alert }) => alert).toSorted())
})

describe.skipIf(!hasPromtool())('with Prometheus’s own tool', () => {
  test.each([
    ['visitors’ events stop, and canaries continue', '0+11x60 661+1x60', true],
    ['as many events arrive as before', '0+11x120', false],
    ['a quiet evening: a third of the events is left', '0+11x60 661+4x60', false],
    ['there were only a few events before', '0+2x60 121+1x60', false],
    ['they come again', '0+11x60 661+1x13 674+11x60', false],
  ])('EventsStopped: %s', (_, values, rings) => {
    assertRings('EventsStopped', 80, [events(values), canaries], rings)
  })

  test('EventsStopped is silent when events arrive but the log refuses them', () => {
    const refused = [events('0+11x60 660x60'), events('0x60 1+11x60', 'unavailable'), canaries]
    assertRings('EventsStopped', 80, refused, false)
  })

  test.each([
    ['no notification was given up', '0x120', false],
    ['the first ever', '0x70 1x50', true],
    ['the first one was given up soon after the start', '_x50 0x20 1x50', true],
    ['one more was given up than before', '4x70 5x50', true],
    ['an hour ago', '0x10 1x110', true],
    ['all were given up before the first scrape', '_x70 4x50', false],
    ['the notification was sent again', '0x70 3x3 0x50', false],
  ])('NotificationsGivenUp: %s', (_, values, rings) => {
    const series = 'notifications_queue{channel="email",state="failed"}'
    assertRings('NotificationsGivenUp', 80, [{ series, values }], rings)
  })

  test('NotificationsGivenUp is silent after four days', () => {
    const series = 'notifications_queue{channel="email",state="failed"}'
    assertRings('NotificationsGivenUp', 5_800, [{ series, values: '0x10 1x5830' }], false)
  })

  test.each([
    [
      'projector_partition_owned{partition="%"}',
      'PartitionWithoutProjector',
      '0x90',
      'Partitions 1 3. No projector is running',
    ],
    [
      'projector_lag_seconds{partition="%"}',
      'PartitionStandsStill',
      '100+15x90',
      'Partitions 1 3. StoreAway',
    ],
    ['reconcile_difference{hour="%"}', 'StoreDiffersFromLog', '5x90', 'Hours 1 3. The projector repairs'],
  ])(
    'for several series of %s one alarm rings, with the number and names in its text',
    (series, alarm, values, names) => {
      const atRest = values.startsWith('0') ? '1x90' : '0x90'
      const minutes = alarm === 'StoreDiffersFromLog' ? 18 : 4
      const { annotations, labels } = ALERTS.find(({ alert }) => alert === alarm) ?? {}
      const ended = annotations?.description.split('{{ end }}. ').at(-1)
      const description = `${names.split('. ')[0]}. ${ended}`
      expect(description).toContain(names)
      assertAnswers({
        series: ['0', '1', '2', '3'].map(one => ({
          series: series.replace('%', one),
          values: one === '1' || one === '3' ? values : atRest,
        })),
        ...{ everyMs: SCRAPE_MS, evaluateEveryMs: SCRAPE_MS },
        isSeen: one => one === alarm,
        ringing: [
          {
            ...{ alarm, atSeconds: minutes * MINUTE_S },
            labels: { ...labels },
            annotations: {
              ...annotations,
              summary: annotations?.summary.replace('{{ $value }}', '2'),
              description,
            },
          },
        ],
      })
    },
  )

  test('BatchesFail rings while batches fail, for each error of the store', () => {
    const series = 'projector_batch_failures_total{error="ClickHouse 252 TOO_MANY_PARTS"}'
    assertRings('BatchesFail', 20, [{ series, values: '0x5 1+100x30' }], true)
    assertRings('BatchesFail', 20, [{ series, values: '0x5 1+100x5 501x30' }], false)
  })

  test.each([
    ['a backup of an hour ago', ['93600x60', '3600+60x60'], '1x60', false],
    ['a backup older than a day and two hours', ['93600x60', '100000+60x60'], '1x60', true],
    ['no backup was ever made', ['93600x60', '_x60'], '1x60', true],
    ['backups are not required by the settings', ['_x60', '_x60'], '1x60', false],
    [
      'PostgreSQL, which stores the time of the backup, is away',
      ['93600x60', '3600+60x10 _x50'],
      '1x10 0x50',
      false,
    ],
  ])('BackupTooOld: %s', (_, [within = '', age = ''], store, rings) => {
    const all = [
      { series: 'backup_within_seconds', values: within },
      { series: 'backup_age_seconds', values: age },
      { series: 'store_answers{store="postgres"}', values: store },
    ]
    assertRings('BackupTooOld', 40, all, rings)
  })

  test.each([
    ['the age of the oldest entry grows by a second each second', ['0x40 0+15x160'], true],
    [
      'one projector reports this age, and one that has just started reports nothing yet',
      ['0x40 0+15x160', '_x100 0x100'],
      true,
    ],
    ['entries are projected more slowly than they arrive', ['0x40 0+7x160'], false],
    ['the projector is far behind and catches up', ['3000-15x190'], false],
  ])('PartitionStandsStill: %s', (_, lags, rings) => {
    const all = lags.map((values, at) => ({
      series: `projector_lag_seconds{partition="3",instance="${at}"}`,
      values,
    }))
    assertRings('PartitionStandsStill', 30, all, rings, SCRAPE_MS)
  })

  test('StoreAway rings for a store that a single process cannot reach', () => {
    const answers = (store: string, instance: string, values: string): Series => ({
      series: `store_answers{store="${store}",instance="${instance}"}`,
      values,
    })
    const all = [answers('log', 'a', '1x30'), answers('log', 'b', '1x30')]
    assertRings('StoreAway', 20, all, false)
    assertRings(
      'StoreAway',
      20,
      [...all, answers('postgres', 'a', '1x10 0x20'), answers('postgres', 'b', '1x30')],
      true,
    )
  })
})
