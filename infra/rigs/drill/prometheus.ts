/** A real Prometheus that asks every process and follows the shipped rules. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { z } from 'zod'
import { freePort } from '../../platform/free-port.ts'
import { RULES_FILE } from '../alarms/rules.ts'
import { endProcess } from '../testing/processes.ts'
import { findProgram } from '../testing/programs.ts'
import { installPackages } from '../testing/run/apt.ts'
import { until } from '../testing/until.ts'
import { fasterRules } from './faster-rules.ts'

/** The shipped one; below five seconds a process whose stores hang has no time to say so. */
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

export type Prometheus = { url: string; alerts(): Promise<Alert[]>; close(): Promise<void> }

const findPrometheus = async (): Promise<string> => {
  if (!(await findProgram('PROMETHEUS'))) installPackages(['prometheus'], 'Prometheus for the drill')
  const path = await findProgram('PROMETHEUS')
  if (!path) throw new Error('There is no Prometheus. Install it (Debian: apt-get install prometheus).')
  return path
}

/** `targets`: by job, host and port of the metrics. */
export const startPrometheus = async (
  targets: Record<string, readonly string[]>,
  times: number,
): Promise<Prometheus> => {
  const program = await findPrometheus()
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-prometheus-'))
  const rules = join(folder, 'alerts.yml')
  if (times > 1) await writeFile(rules, fasterRules(await readFile(RULES_FILE, 'utf8'), times))
  const everyMs = (EVERY_S * 1_000) / times
  const config = {
    global: {
      scrape_interval: `${Math.max(LEAST_S * 1_000, everyMs)}ms`,
      scrape_timeout: `${Math.max(LEAST_S * 1_000, everyMs * (2 / 3))}ms`,
      evaluation_interval: `${everyMs}ms`,
    },
    rule_files: [times > 1 ? rules : RULES_FILE],
    scrape_configs: Object.entries(targets).map(([job_name, among]) => ({
      job_name,
      static_configs: [{ targets: among }],
    })),
  }
  await writeFile(join(folder, 'prometheus.yml'), stringify(config))
  const listen = `127.0.0.1:${await freePort()}`
  const given = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${listen}`,
    '--log.level=error',
  ]
  const child = spawn(program, given, { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://${listen}`
  const ready = async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok === true
  await until(async () => child.exitCode !== null || (await ready()), 60_000)
  if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}`)
  return {
    url,
    alerts: async () => answer.parse(await (await fetch(`${url}/api/v1/alerts`)).json()).data.alerts,
    close: async () => {
      await endProcess(child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
