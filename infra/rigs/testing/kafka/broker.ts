/** A real Apache Kafka broker for tests and benchmarks: one KRaft node on loopback that ends with this process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../platform/free-port.ts'
import type { Certificate } from '../servers/certificate.ts'
import { brokerAvailable } from './jars.ts'

const READY_MS = 180_000
const STOP_MS = 10_000

export type Broker = {
  port: number
  /** The listener that advertises `proxyPort`. The proxy's target. */
  portBehindProxy: number
  /** The TLS listener for `localhost`, if a certificate was given. */
  tlsPort: number
  pid(): number | undefined
  /** A topic's log address, through the proxy if there is one. */
  url(topic: string): string
  /** Shuts the broker down, or kills it. `restart` reuses its data and ports. */
  stop(): Promise<void>
  kill(): Promise<void>
  restart(): Promise<void>
  /** Ends the broker and removes a temporary data directory. */
  close(): Promise<void>
}

type Options = {
  port?: number
  dataDir?: string
  /** A proxy's port, which the broker advertises to clients that come through it. */
  proxyPort?: number
  tls?: Certificate
}

export async function startBroker(options: Options = {}): Promise<Broker> {
  const found = await brokerAvailable()
  if (!found.available) throw new Error(`No Kafka broker: ${found.reason}`)
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'firsttouch-kafka-')))
  const temporary = options.dataDir === undefined
  const port = options.port ?? (await freePort())
  const [portBehindProxy, controllerPort, tlsPort] = [await freePort(), await freePort(), await freePort()]
  const config = join(dataDir, 'server.properties')
  await mkdir(dataDir, { recursive: true })
  const { proxyPort = port, tls } = options
  if (tls) await writeFile(join(dataDir, KEYSTORE), tls.key + tls.certificate, { mode: 0o600 })
  const ports = { dataDir, port, controllerPort, portBehindProxy, proxyPort, tlsPort }
  await writeFile(config, properties(ports) + (tls ? tlsProperties(ports) : ''))
  await formatStorage(found.jars, config)

  const java = runner(() => startJava({ jars: found.jars, dataDir, config, temporary }))
  await java.start()
  return {
    port,
    portBehindProxy,
    tlsPort,
    pid: java.pid,
    url: topic => `kafka://127.0.0.1:${options.proxyPort ?? port}/${topic}`,
    stop: () => java.end('SIGTERM'),
    kill: () => java.end('SIGKILL'),
    async restart() {
      await java.end('SIGTERM')
      await java.start()
    },
    async close() {
      await java.end('SIGKILL')
      if (temporary) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function runner(startChild: () => Promise<ChildProcess>) {
  let running: ChildProcess | undefined
  return {
    async start() {
      running = await startChild()
    },
    async end(signal: NodeJS.Signals) {
      const child = running
      running = undefined
      if (child) await endJava(child, signal)
    },
    pid: () => running?.pid,
  }
}

type Ports = {
  dataDir: string
  port: number
  controllerPort: number
  portBehindProxy: number
  proxyPort: number
  tlsPort: number
}

const properties = ({ dataDir, port, controllerPort, portBehindProxy, proxyPort }: Ports) => `
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controllerPort}
controller.listener.names=CONTROLLER
listeners=PLAINTEXT://127.0.0.1:${port},PROXIED://127.0.0.1:${portBehindProxy},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port},PROXIED://127.0.0.1:${proxyPort}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=${join(dataDir, 'data')}
auto.create.topics.enable=false
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
# A broker that comes back after kill -9 waits until its former self's session has ended.
broker.session.timeout.ms=2000
broker.heartbeat.interval.ms=500
`

const KEYSTORE = 'keystore.pem'

/** Added at the end of the file, where these lines override earlier ones. */
const tlsProperties = ({ dataDir, port, controllerPort, tlsPort }: Ports) => `
listeners=PLAINTEXT://127.0.0.1:${port},TLS://127.0.0.1:${tlsPort},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port},TLS://localhost:${tlsPort}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,TLS:SSL,CONTROLLER:PLAINTEXT
ssl.keystore.type=PEM
ssl.keystore.location=${join(dataDir, KEYSTORE)}
`

/** Formats an empty data directory and leaves an existing one unchanged. */
async function formatStorage(jars: string, config: string) {
  const clusterId = randomBytes(16).toString('base64url')
  // The equals sign is necessary: one id in 64 starts with a hyphen and would look like an option.
  const args = [
    'kafka.tools.StorageTool',
    'format',
    '--ignore-formatted',
    `--cluster-id=${clusterId}`,
    '-c',
    config,
  ]
  const child = spawn('java', ['-Xmx128m', ...javaFlags(jars), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    errors += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The broker's storage could not be formatted: ${errors.slice(-500)}`)
}

// Tests skip the second JIT compiler, which costs more than it gains. Benchmarks use it.
const compilers = process.env.VITEST ? ['-XX:TieredStopAtLevel=1'] : []

const javaFlags = (jars: string) => [
  ...compilers,
  '-XX:+UseSerialGC',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
  '-cp',
  join(jars, '*'),
]

async function startJava(at: { jars: string; dataDir: string; config: string; temporary: boolean }) {
  const logFile = join(at.dataDir, 'broker.log')
  const log = openSync(logFile, 'w')
  const flags = ['-Xms64m', '-Xmx384m', ...javaFlags(at.jars)]
  const child = spawn('java', [...flags, 'kafka.Kafka', at.config], { stdio: ['ignore', log, log] })
  closeSync(log)
  child.on('error', () => undefined)
  watchOver(child, at.temporary ? at.dataDir : '')
  // unref: a script that forgets to close its broker still ends, and the watcher ends the broker.
  child.unref()
  const deadline = Date.now() + READY_MS
  for (;;) {
    const text = await readFile(logFile, 'utf8')
    if (text.includes('Kafka Server started')) return child
    if (hasEnded(child)) throw new Error(`The broker ended while starting: ${text.slice(-1000)}`)
    if (Date.now() > deadline) {
      await endJava(child, 'SIGKILL')
      throw new Error(`The broker was not ready after ${READY_MS / 1000} s: ${text.slice(-1000)}`)
    }
    await sleep(50)
  }
}

/**
 * No exit hook runs after kill -9 of this process, but the kernel closes its pipes. A shell that reads from such a pipe
 * then ends the broker and removes its temporary data.
 */
function watchOver(broker: ChildProcess, temporaryDir: string) {
  const script = 'read -r _; kill -9 "$1" 2>/dev/null; [ -z "$2" ] || rm -rf "$2"'
  const watcher = spawn('sh', ['-c', script, 'sh', String(broker.pid), temporaryDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => undefined)
  watcher.unref()
  broker.once('exit', () => watcher.kill('SIGKILL'))
}

async function endJava(child: ChildProcess, signal: NodeJS.Signals) {
  if (hasEnded(child)) return
  child.ref()
  const ended = once(child, 'exit')
  const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  child.kill(signal)
  await ended
  clearTimeout(impatient)
}

const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null
