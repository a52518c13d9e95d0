/** The environment that makes Node of a script what `npm start` makes of it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const START = /^((?:\w+=\S+ )*)node ((?:--\S+ )*)infra\/app\/start\.ts$/

export const asStarted = async (): Promise<Record<string, string>> => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const [, variables, flags] = START.exec(scripts.start) ?? []
  if (variables === undefined || flags === undefined)
    throw new Error(`package.json starts the system in a way that is not understood: ${scripts.start}`)
  const env = variables.trim().split(' ').filter(Boolean)
  return { ...Object.fromEntries(env.map(one => one.split('='))), NODE_OPTIONS: flags.trim() }
}
