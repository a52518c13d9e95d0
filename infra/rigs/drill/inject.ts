/** Injects each fault of the catalogue into the real processes. Each function returns how to remove the fault. */
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestReplay } from '@firsttouch/projector/dead-letters/replay'
import { openLog } from '../../log/open-log.ts'
import { groupOf } from '../../stores/read-models.ts'
import { logIn } from '../testing/system.ts'
import type { FaultName } from './catalogue.ts'
import type { Stage } from './stage.ts'

type Mend = () => Promise<unknown>

const STOPPED_MS = 700
const GOING_MS = 200
const SOON_DAYS = 6
const NEARLY_FULL = 0.07
const NOBODY = '127.0.0.77'
const EVENTS = 'firsttouch_1.events'

const projectorOf = ({ projectors }: Stage, at = 0) => {
  const projector = projectors[at]
  if (!projector) throw new Error('The projector to break does not run.')
  return projector
}

const killProjectors = async (stage: Stage, which: readonly number[]): Promise<Mend> => {
  for (const at of which) await projectorOf(stage, at).end('SIGKILL')
  return async () => {
    for (const at of which) stage.projectors[at] = await stage.startProjectorAgain(projectorOf(stage, at))
  }
}

export const INJECT: Record<FaultName, (stage: Stage) => Promise<Mend>> = {
  'projector-dead': stage => killProjectors(stage, [0]),
  'projectors-gone': stage => killProjectors(stage, [0, 1]),
  'projector-hangs': async stage => {
    const { pid } = projectorOf(stage, 1)
    process.kill(pid, 'SIGSTOP')
    return async () => process.kill(pid, 'SIGCONT')
  },
  'kafka-away': async ({ system }) => {
    await system.broker?.kill()
    return async () => system.broker?.restart()
  },
  'postgres-hangs': async ({ records }) => {
    records.pause()
    return async () => records.restore()
  },
  'clickhouse-away': async ({ system }) => {
    await system.engine.kill()
    return system.engine.startAgain
  },
  'clickhouse-refuses': async ({ system }) => {
    await system.ask(
      `ALTER TABLE ${EVENTS} MODIFY SETTING parts_to_delay_insert = 1, parts_to_throw_insert = 1`,
    )
    return () =>
      system.ask(`ALTER TABLE ${EVENTS} RESET SETTING parts_to_delay_insert, parts_to_throw_insert`)
  },
  'schema-broken': async stage => {
    await stage.system.ask(`ALTER TABLE ${EVENTS} RENAME COLUMN referrer TO referrer_old`)
    return async () => {
      await stage.system.ask(`ALTER TABLE ${EVENTS} RENAME COLUMN referrer_old TO referrer`)
      const startAgain = await killProjectors(stage, [0, 1])
      await startAgain()
      // The restarted projector projects these entries again. The replay closes their dead letters, or each would count twice.
      await requestReplay(stage.system.sql, [groupOf('firsttouch_1')])
      await stage.prometheus.forget('dlq_total')
    }
  },
  'disk-nearly-full': async ({ disk }) => {
    const ballast = join(disk.folder, 'old-dump.sql')
    const { bavail, blocks, bsize } = await statfs(disk.folder)
    await writeFile(ballast, Buffer.alloc((bavail - Math.ceil(blocks * NEARLY_FULL)) * bsize, 1))
    return () => rm(ballast)
  },
  'backup-too-old': async ({ system }) => {
    await system.sql`UPDATE backups SET made_at = now() - interval '3 days'`
    return () => system.sql`UPDATE backups SET made_at = now()`
  },
  'certificate-soon-over': async ({ door }) => {
    door.showCertificate(SOON_DAYS)
    return async () => door.showCertificate()
  },
  'door-shut': async ({ behind }) => {
    const addresses = behind.ingest.addresses.splice(0, Number.POSITIVE_INFINITY, NOBODY)
    return async () => void behind.ingest.addresses.splice(0, 1, ...addresses)
  },
  'bad-entries': async ({ system, prometheus }) => {
    const log = await openLog(system.addresses.LOG_URL)
    await log.append(['utm_1_a', 'utm_1_b', 'utm_1_c'].map(key => ({ key, value: 'not JSON' })))
    await log.close()
    // Otherwise the alarm would ring for three days.
    return () => prometheus.forget('dlq_total')
  },
  'ingest-starved': async ({ ingest }) => {
    const pid = ingest[1]?.pid ?? 0
    const over = new AbortController()
    const stopping = (async () => {
      while (!over.signal.aborted) {
        process.kill(pid, 'SIGSTOP')
        await sleep(STOPPED_MS)
        process.kill(pid, 'SIGCONT')
        await sleep(GOING_MS)
      }
    })()
    return async () => {
      over.abort()
      await stopping
    }
  },
  'mail-refused': async ({ mail, system }) => {
    mail.recipients.refused = true
    return async () => {
      mail.recipients.refused = false
      const headers = { cookie: await logIn(system.api.url) }
      await fetch(`${system.api.url}/api/admin/notifications/retry`, { method: 'POST', headers })
    }
  },
  'site-gone': async stage => {
    await stage.site.end('SIGKILL')
    return async () => {
      stage.site = await stage.startSiteAgain(stage.site)
    }
  },
}
