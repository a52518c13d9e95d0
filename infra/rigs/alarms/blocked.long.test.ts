/**
 * Records a real process that SIGSTOP halts for most of each second. The recording `rest` provides the series of the other processes. RECORD_ALARMS=1
 * writes the recording that alarms.test.ts reads.
 */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { openProcesses } from '../testing/processes.ts'
import { openTestPostgres } from '../testing/stores.ts'
import { hasPromtool } from './promtool.ts'
import { type Recording, record } from './recorder.ts'
import { assertRings } from './ringing.ts'

const cleanUp = cleanUpAfter('all')
const LAG = 'nodejs_eventloop_lag_p99_seconds'
const STOPPED_MS = 600
const GOING_MS = 300
const fileOf = (name: string) => join(import.meta.dirname, 'recorded', `${name}.json`)

test.skipIf(!hasPromtool())(
  'a process that is too busy to answer rings its alarm, and no other',
  async () => {
    const processes = openProcesses({ LOG_URL: (await openTestPostgres()).url, DRAIN_SECONDS: '0' })
    cleanUp.push(processes.close)
    const ingest = await processes.start('ingest/main.ts')
    const over = new AbortController()
    const stopping = (async () => {
      while (!over.signal.aborted) {
        process.kill(ingest.pid, 'SIGSTOP')
        await sleep(STOPPED_MS)
        process.kill(ingest.pid, 'SIGCONT')
        await sleep(GOING_MS)
      }
    })()
    const { everyMs, series } = await record([{ job: 'busy', metrics: ingest.metrics }], 12, { kept: [LAG] })
    over.abort()
    await stopping
    expect(Object.keys(series)).toHaveLength(1)
    const recording: Recording = { everyMs, series }
    if (process.env.RECORD_ALARMS) await writeFile(fileOf('busy-process'), `${JSON.stringify(recording)}\n`)
    const rest: Recording = JSON.parse(readFileSync(fileOf('rest'), 'utf8'))
    assertRings('busy-process', { everyMs, series: { ...rest.series, ...series } })
  },
)
