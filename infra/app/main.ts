/** `npm start`: replaces this process with Firsttouch, with settings that Node and its allocators read only at their start. */
import { join } from 'node:path'
import { ALLOCATOR } from '../platform/allocator.ts'

/** Sets the young generation to 4 MB instead of 16, and collects when the heap has grown to 1.6 times its live size instead of four times. */
export const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=60']

export const SETTINGS = {
  ...ALLOCATOR,
  /** Caches compiled modules for the next start. */
  NODE_COMPILE_CACHE: 'node_modules/.cache/node',
}

// The process id stays the same, so signals reach Firsttouch without a parent in between.
if (import.meta.main)
  process.execve?.(process.execPath, [process.execPath, ...FLAGS, join(import.meta.dirname, 'start.ts')], {
    ...SETTINGS,
    ...process.env,
  })
