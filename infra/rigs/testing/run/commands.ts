/** Every command of package.json for users, called with wrong arguments. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'

export const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  await readFile(join(ROOT, 'package.json'), 'utf8'),
)
const COMMAND = /^node (infra\/app\/(?:commands|seed)\/[\w-]+\.ts|api\/\S+-command\.ts)$/
export const COMMANDS = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = COMMAND.exec(script) ?? []
  return file ? { name, file } : []
})

export const run = (file: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [file, ...words], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: '/dev/null/none' },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  )

export const usageOf = (name: string) => expect.stringMatching(new RegExp(`^npm run (-s )?${name}\\b`, 'm'))
