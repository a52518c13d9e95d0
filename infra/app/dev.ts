/** `npm run dev`: runs the services, restarts them when their code changes, and serves Vite's dev server on PORT. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { readEnv } from '../platform/env.ts'

const root = join(import.meta.dirname, '..', '..')
const { PORT } = readEnv()
const services = String(PORT + 1)

const run = (command: string, args: string[], env: Record<string, string>) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })

const children = [
  run(process.execPath, ['--watch', '--watch-preserve-output', 'infra/app/start.ts'], { PORT: services }),
  run('npx', ['vite', 'frontend', '--port', String(PORT), '--strictPort'], { PORT: services }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.once('exit', stop)
process.on('SIGINT', stop).on('SIGTERM', stop)
