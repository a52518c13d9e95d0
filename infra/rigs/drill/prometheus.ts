/** A real Prometheus with the shipped scrape configuration and rules. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { freePort } from '../../platform/free-port.ts'
import { RULES_FILE } from '../alarms/rules.ts'
import { endProcess } from '../testing/processes.ts'
import { findProgram } from '../testing/programs.ts'
import { installPackages } from '../testing/run/apt.ts'
import { until } from '../testing/until.ts'
import { fasterRules } from './faster-rules.ts'

/** Seconds, as shipped and at least. A process with hanging stores needs five seconds to report. */
const EVERY_S = 15
const LEAST_S = 5

export type Alert = { state: 'pending' | 'firing'; labels: Record<string, string>; activeAt: string }
const answer = z.object({
  data: z.object({
    alerts: z.array(
      z.object({
        state: z.enum(['pending', 'firing']),
        labels: z.record(z.string(), z.string()),
        activeAt: z.string(),
      }),
    ),
  }),
})

/** Addresses of the metrics of each running container, by the DNS names of the shipped scrape configuration. */
export type Names = Record<string, readonly string[]>

export type Prometheus = {
  url: string
  alerts(): Promise<Alert[]>
  /** Sets the DNS answers. The target of a container that has ended vanishes. */
  setNames(names: Names): Promise<void>
  /** Deletes the metric's stored samples. */
  forget(metric: string): Promise<void>
  close(): Promise<void>
}

const SCRAPE_FILE = join(import.meta.dirname, '..', '..', 'deploy', 'observability', 'prometheus.yml')
const shipped = z.looseObject({
  global: z.object({
    scrape_interval: z.literal(`${EVERY_S}s`),
    evaluation_interval: z.literal(`${EVERY_S}s`),
  }),
  scrape_configs: z.array(
    z.strictObject({
      job_name: z.string(),
      dns_sd_configs: z.tuple([
        z.strictObject({
          names: z.tuple([z.string()]),
          type: z.literal('A'),
          port: z.number(),
          refresh_interval: z.string(),
        }),
      ]),
    }),
  ),
})

const findPrometheus = async (): Promise<string> => {
  if (!(await findProgram('PROMETHEUS'))) installPackages(['prometheus'], 'Prometheus for the drill')
  const path = await findProgram('PROMETHEUS')
  if (!path) throw new Error('There is no Prometheus. Install it (Debian: apt-get install prometheus).')
  return path
}

/** Starts Prometheus with files in place of DNS discovery. The rest of the scrape configuration is as shipped. */
export const startPrometheus = async (names: Names, times: number): Promise<Prometheus> => {
  const program = await findPrometheus()
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-prometheus-'))
  const rules = join(folder, 'alerts.yml')
  if (times > 1) await writeFile(rules, fasterRules(await readFile(RULES_FILE, 'utf8'), times))
  const everyMs = (EVERY_S * 1_000) / times
  const fileOf = (name: string) => join(folder, `${name}.json`)
  const { scrape_configs } = shipped.parse(parse(await readFile(SCRAPE_FILE, 'utf8')))
  const config = {
    global: {
      scrape_interval: `${Math.max(LEAST_S * 1_000, everyMs)}ms`,
      scrape_timeout: `${Math.max(LEAST_S * 1_000, everyMs * (2 / 3))}ms`,
      evaluation_interval: `${everyMs}ms`,
    },
    rule_files: [times > 1 ? rules : RULES_FILE],
    scrape_configs: scrape_configs.map(({ job_name, dns_sd_configs: [{ names, refresh_interval }] }) => ({
      job_name,
      file_sd_configs: [{ files: names.map(fileOf), refresh_interval }],
    })),
  }
  const written = new Map<string, string>()
  const setNames = async (of: Names) => {
    for (const [name, targets] of Object.entries(of)) {
      const text = JSON.stringify([{ targets }])
      if (written.get(name) === text) continue
      await writeFile(`${fileOf(name)}.new`, text)
      await rename(`${fileOf(name)}.new`, fileOf(name))
      written.set(name, text)
    }
  }
  await setNames(names)
  await writeFile(join(folder, 'prometheus.yml'), stringify(config))
  const listen = `127.0.0.1:${await freePort()}`
  const given = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${listen}`,
    '--log.level=error',
    '--web.enable-admin-api',
  ]
  const child = spawn(program, given, { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://${listen}`
  const ready = async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok === true
  await until(async () => child.exitCode !== null || (await ready()), 60_000)
  if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}`)
  return {
    url,
    setNames,
    forget: async metric => {
      const asked = await fetch(`${url}/api/v1/admin/tsdb/delete_series?match[]=${metric}`, {
        method: 'POST',
      })
      if (!asked.ok) throw new Error(`Prometheus does not forget ${metric}: ${await asked.text()}`)
    },
    alerts: async () => answer.parse(await (await fetch(`${url}/api/v1/alerts`)).json()).data.alerts,
    close: async () => {
      await endProcess(child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
