/** Lists the scripts that a page loads, and measures their size. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Request } from 'playwright-core'

const DIST = join(import.meta.dirname, '..', 'dist')

/** Returns each script's path once. */
export const scriptsOf = (requests: Request[]): string[] => [
  ...new Set(requests.map(request => new URL(request.url()).pathname).filter(path => path.endsWith('.js'))),
]

/** Returns gzipped bytes. */
export const gzipped = (paths: string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length, 0)
