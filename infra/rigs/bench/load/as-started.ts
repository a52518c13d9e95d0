/** What makes Node of a script what `npm start` makes of it: the environment, and flags, of which NODE_OPTIONS takes only some. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const START = /^((?:\w+=\S+ )*)node ((?:--\S+ )*)infra\/app\/start\.ts$/

export const asStarted = async (): Promise<{ env: Record<string, string>; flags: string[] }> => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const [, variables, flags] = START.exec(scripts.start) ?? []
  if (variables === undefined || flags === undefined)
    throw new Error(`package.json starts the system in a way that is not understood: ${scripts.start}`)
  const wordsOf = (text: string) => text.trim().split(' ').filter(Boolean)
  return { env: Object.fromEntries(wordsOf(variables).map(one => one.split('='))), flags: wordsOf(flags) }
}
