import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { walk } from '../../platform/walk.ts'

/** Mode, modification time and SHA-256 of files, by path. */
export const contentsOf = async (directory: string): Promise<Map<string, string>> => {
  const contents = new Map<string, string>()
  for await (const { path, entry } of walk(directory)) {
    const { mode, mtimeMs } = await stat(join(directory, path))
    const bytes = entry.isFile() ? await readFile(join(directory, path)) : ''
    const hash = createHash('sha256').update(bytes).digest('hex')
    contents.set(path, `${mode} ${mtimeMs} ${hash}`)
  }
  return contents
}
