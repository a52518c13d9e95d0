/** A real nginx with the shipped configuration. Only ports, paths and the DNS server differ. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../platform/free-port.ts'
import { endProcess } from '../testing/processes.ts'
import type { NginxProgram } from '../testing/proxy/nginx-programs.ts'
import { until } from '../testing/until.ts'
import { type NameServer, openNameServer } from './name-server.ts'

const SHIPPED = join(import.meta.dirname, '../../deploy/docker/nginx.conf')
export const UPSTREAMS = ['ingest', 'api', 'site'] as const
export type Upstream = (typeof UPSTREAMS)[number]

/** Loopback addresses of the running processes. All processes of a service listen on the same port. */
export type Behind = Record<Upstream, { port: number; addresses: string[] }>

export type Nginx = {
  url: string
  names: NameServer
  /** Log lines of 5xx answers. */
  failed(): Promise<string>
  close(): Promise<void>
}

/** A changed configuration, where service names end in `domain`. */
export type Elsewhere = { conf: string; domain: string }

/** An nginx that cannot re-resolve names keeps its first addresses. `inFront`: the file of trusted proxies. */
export const startNginx = async (
  program: NginxProgram,
  behind: Behind,
  inFront = '',
  elsewhere?: Elsewhere,
): Promise<Nginx> => {
  const domain = elsewhere ? `.${elsewhere.domain}` : ''
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-nginx-'))
  const names = await openNameServer(name =>
    UPSTREAMS.flatMap(one => (`${one}${domain}` === name ? behind[one].addresses : [])),
  )
  const port = await freePort()
  const shipped = elsewhere?.conf ?? (await readFile(SHIPPED, 'utf8'))
  const file = join(folder, 'nginx.conf')
  await mkdir(join(folder, 'in-front'))
  await writeFile(join(folder, 'in-front/test.conf'), inFront)
  const placed = place(shipped, folder, port, names.port)
  await writeFile(file, program.resolves ? withPorts(placed, behind, domain) : withAddresses(placed, behind))
  const user = process.getuid?.() === 0 ? ' user root;' : ''
  const child = spawn(program.path, ['-p', folder, '-c', file, '-g', `daemon off;${user}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const close = async () => {
    await endProcess(child, 'SIGTERM')
    names.close()
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(url).then(
      answer => answer.status === 200,
      () => false,
    )
  await Promise.race([once(child, 'exit'), until(answers, 20_000)])
  if (child.exitCode === null) {
    const failed = () => readFile(join(folder, 'failed.log'), 'utf8')
    // nginx answers 503 until it has resolved the names: skip these lines.
    const atFirst = (await failed()).length
    return { url, names, failed: async () => (await failed()).slice(atFirst), close }
  }
  await close()
  throw new Error(`${program.name} refuses the shipped file. Its output above says why.`)
}

const replaced = (text: string, what: RegExp, by: string): string => {
  if (!what.test(text)) throw new Error(`nginx.conf has no text like ${what}, which the tests replace.`)
  return text.replace(what, by)
}

const place = (shipped: string, folder: string, port: number, names: number): string =>
  [
    [/ \/tmp\//g, ` ${folder}/`],
    [/\/dev\/stderr/, `${folder}/error.log`],
    [/\/dev\/stdout/, `${folder}/failed.log`],
    [/\/etc\/nginx\/in-front/, `${folder}/in-front`],
    [/resolver 127\.0\.0\.11 /, `resolver 127.0.0.1:${names} `],
    [/listen 8080;/, `listen 127.0.0.1:${port};`],
  ].reduce((text, [what, by]) => replaced(text, what as RegExp, by as string), shipped)

const withPorts = (text: string, behind: Behind, domain: string): string =>
  UPSTREAMS.reduce(
    (done, name) =>
      replaced(
        done,
        new RegExp(`server ${name}${domain}:3000 `),
        `server ${name}${domain}:${behind[name].port} `,
      ),
    text,
  )

const withAddresses = (text: string, behind: Behind): string =>
  UPSTREAMS.reduce((done, name) => {
    const { port, addresses } = behind[name]
    const servers = addresses.map(address => `server ${address}:${port} max_fails=0;`).join(' ')
    return replaced(done, new RegExp(`server ${name}:3000 resolve max_fails=0;`), servers)
  }, text)
