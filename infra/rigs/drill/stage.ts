/** The deployment in separate processes, with proxy, certificate, mail, Prometheus and visitors. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'node:tls'
import { openMailServer } from '@firsttouch/api/testing/mail-server'
import { buildSiteIfNeeded } from '../../app/site/build.ts'
import { repeat } from '../../platform/timing.ts'
import { sendSteadily } from '../alarms/traffic.ts'
import { startNginx } from '../edge/nginx.ts'
import { startGrown } from '../testing/grown-system.ts'
import type { Service } from '../testing/processes.ts'
import { nginxPrograms } from '../testing/proxy/nginx-programs.ts'
import { openProxy } from '../testing/proxy/tcp-proxy.ts'
import { makeCertificate } from '../testing/servers/certificate.ts'
import { until } from '../testing/until.ts'
import { type Prometheus, startPrometheus } from './prometheus.ts'

const CANARY_S = 60
const FORMS_EVERY_MS = 5_000
const CERTIFICATE_DAYS = 90

export type Stage = Awaited<ReturnType<typeof startStage>>

/** Closes everything that was opened if a later step fails. */
export const startStage = async (times: number) => {
  const steps: (() => unknown)[] = []
  const close = async () => {
    for (const step of steps.splice(0).toReversed()) await step()
  }
  try {
    const stage = { ...(await open(times, step => steps.push(step))), close }
    steps.push(followNames(stage))
    return stage
  } catch (error) {
    await close()
    throw error
  }
}

const open = async (times: number, atEnd: (step: () => unknown) => void) => {
  await buildSiteIfNeeded(console.error)
  const program = (await nginxPrograms()).programs.find(({ resolves }) => resolves)
  if (!program) throw new Error('The drill needs an nginx that resolves names again (1.27.3 or later).')
  const disk = await openDisk(atEnd)
  const mail = await openMail()
  atEnd(mail.close)
  const door = openDoor()
  const doorUrl = await door.listen()
  atEnd(door.close)
  const records = await openProxy()
  atEnd(records.close)
  const system = await startGrown({
    log: 'kafka',
    projectors: 0,
    dataDir: join(disk.folder, 'data'),
    recordsThrough: async url => {
      const address = new URL(url)
      records.setTarget({ port: Number(address.port), host: address.hostname })
      address.port = String(records.port)
      return address.href
    },
    env: {
      TRUST_PROXY: '127.0.0.0/8',
      RATE_LIMIT_FORMS_PER_MINUTE: '0',
      CANARY_SECONDS: String(Math.max(5, CANARY_S / times)),
      SITE_URL: doorUrl,
      BACKUP_WITHIN_HOURS: '24',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      NOTIFY_FROM: 'site@example.com',
      NOTIFY_TO: 'staff@example.com',
    },
  })
  atEnd(system.close)
  await system.sql`INSERT INTO backups (made_at) VALUES (now())`
  const of = await startOthers(system)
  const portOf = (service: Service) => Number(new URL(service.url).port)
  const behind = {
    ingest: { port: portOf(system.ingest), addresses: ['127.0.0.1', '127.0.0.2'] },
    api: { port: portOf(system.api), addresses: ['127.0.0.1'] },
    site: { port: portOf(of.site), addresses: ['127.0.0.1'] },
  }
  const nginx = await startNginx(program, behind)
  atEnd(nginx.close)
  door.setTarget(nginx.url)
  const prometheus = await startPrometheus(namesOf({ system, ...of }), times)
  atEnd(prometheus.close)
  atEnd(sendSteadily(nginx.url))
  atEnd(sendForms(nginx.url))
  return { system, ...of, behind, nginx, records, mail, door, doorUrl, disk, prometheus }
}

type Running = {
  system: { api: Service }
  ingest: readonly Service[]
  projectors: readonly Service[]
  site: Service
}

/** DNS answers as a container engine gives them: all running processes, including hanging ones. */
const namesOf = ({ system, ingest, projectors, site }: Running) => {
  const of = (services: readonly Service[]) =>
    services.filter(({ pid }) => isRunning(pid)).map(({ metricsAt }) => metricsAt)
  return { ingest: of(ingest), projector: of(projectors), api: of([system.api]), site: of([site]) }
}
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Keeps Prometheus's DNS names up to date with the running processes. Returns a function that stops this. */
const followNames = (stage: Running & { prometheus: Prometheus }): (() => Promise<void>) => {
  const over = new AbortController()
  const following = repeat({ signal: over.signal, onError: console.error, everyMs: NAMES_EVERY_MS }, () =>
    stage.prometheus.setNames(namesOf(stage)),
  )
  return async () => {
    over.abort()
    await following
  }
}
const NAMES_EVERY_MS = 1_000

/** The second ingest, the projectors and the site. The `Again` functions restart a process at its old ports. */
const startOthers = async (system: Awaited<ReturnType<typeof startGrown>>) => {
  const startProjector = (more: Record<string, string> = {}) =>
    system.startProjector({ INGEST_URL: system.ingest.url, ...more })
  const startSite = (more: Record<string, string> = {}) =>
    system.start('infra/app/site/main.ts', { API_URL: system.api.url, ...more })
  const { port } = new URL(system.ingest.url)
  const [second, site, ...projectors] = await Promise.all([
    system.start('ingest/main.ts', { HOST: '127.0.0.2', PORT: port }),
    startSite(),
    startProjector(),
    startProjector(),
  ])
  const placeOf = ({ url, metricsAt }: Service) => ({
    PORT: new URL(url).port,
    METRICS_PORT: metricsAt.split(':')[1] ?? '',
  })
  return {
    ingest: [system.ingest, second],
    site,
    projectors,
    startProjectorAgain: (gone: Service) => startProjector(placeOf(gone)),
    startSiteAgain: (gone: Service) => startSite(placeOf(gone)),
  }
}

/** A small tmpfs that the drill can fill. Mounting it needs root. */
const openDisk = async (atEnd: (step: () => unknown) => void) => {
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-drill-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=800m', 'tmpfs', folder]).status === 0
  atEnd(async () => {
    if (mounted) spawnSync('umount', ['-l', folder])
    await rmdir(folder)
  })
  return { folder, mounted }
}

const openMail = async () => {
  const recipients = { refused: false }
  const refusal = Object.assign(new Error('No such user here'), { responseCode: 550 })
  const { port, close } = await openMailServer({
    onRcptTo: (_address, _session, done) => done(recipients.refused ? refusal : null),
  })
  return { port, close, recipients }
}

/** The site's HTTPS address. It forwards the decrypted bytes to nginx. */
const openDoor = () => {
  let to = 0
  const server = createServer(certificateOf(CERTIFICATE_DAYS), socket => {
    const onward = connect(to, '127.0.0.1')
    socket.on('error', () => onward.destroy()).pipe(onward)
    onward.on('error', () => socket.destroy()).pipe(socket)
  })
  server.on('tlsClientError', () => undefined)
  return {
    listen: async () => {
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      return `https://localhost:${(server.address() as AddressInfo).port}`
    },
    setTarget: (url: string) => {
      to = Number(new URL(url).port)
    },
    showCertificate: (days = CERTIFICATE_DAYS) => server.setSecureContext(certificateOf(days)),
    close: () => void server.close(),
  }
}
const certificateOf = (days: number) => {
  const { certificate: cert, key } = makeCertificate(days)
  return { cert, key }
}

/** A visitor who loads a page and submits a form, again and again. Returns a function that stops it. */
const sendForms = (url: string): (() => Promise<void>) => {
  const over = new AbortController()
  const visit = async (n: number) => {
    await (await fetch(url)).arrayBuffer()
    const answer = await fetch(`${url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Ada ${n}`,
        email: `ada.${n}@example.com`,
        phone: '+441632960001',
        message: `Please call me about offer ${n}.`,
      }),
    })
    await answer.arrayBuffer()
  }
  const sending = (async () => {
    for (let n = 1; !over.signal.aborted; n++) {
      // A failed visit is part of the fault.
      await visit(n).catch(() => undefined)
      await sleep(FORMS_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    over.abort()
    await sending
  }
}

export const untilWell = (stage: Stage): Promise<void> =>
  until(async () => {
    const metrics = await stage.system.api.metrics().catch(() => '')
    const lags = [...metrics.matchAll(/^projector_lag_seconds\{.*\} (\S+)$/gm)].map(([, at]) => Number(at))
    return lags.length > 0 && Math.max(...lags) < WELL_S
  }, 120_000)
const WELL_S = 25
