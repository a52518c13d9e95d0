/** `npm start`: replaces this process with Firsttouch, because Node reads some settings only at its start. */
import { join } from 'node:path'
import { ALLOCATOR } from '../platform/allocator.ts'

/** Saves memory at the cost of CPU time: semi-spaces of 4 MB instead of up to 16, and earlier garbage collection. */
export const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=60']

export const SETTINGS = {
  ...ALLOCATOR,
  /** Caches compiled modules for the next start. */
  NODE_COMPILE_CACHE: 'node_modules/.cache/node',
}

// `execve` keeps the process id, so signals reach Firsttouch directly.
if (import.meta.main)
  process.execve?.(process.execPath, [process.execPath, ...FLAGS, join(import.meta.dirname, 'start.ts')], {
    ...SETTINGS,
    ...process.env,
  })
