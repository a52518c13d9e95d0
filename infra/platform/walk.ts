import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

type Entry = {
  /** Relative to the root. */
  path: string
  entry: Dirent
}

/** Walks a tree, parents first. Unlike a recursive `readdir`, it skips entries that disappear meanwhile. */
export async function* walk(root: string, isWanted = (_path: string) => true): AsyncGenerator<Entry> {
  const waiting = [root]
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const isRoot = directory === root
    const entries = await readdir(directory, { withFileTypes: true }).catch(error => {
      if (isRoot || error.code !== 'ENOENT') throw error
      return []
    })
    for (const entry of entries) {
      const path = relative(root, join(directory, entry.name))
      if (!isWanted(path)) continue
      yield { path, entry }
      if (entry.isDirectory()) waiting.push(join(directory, entry.name))
    }
  }
}
