/** Hooks of every test file. Files share a process, so each must leave it clean. */
import { afterAll, afterEach, vi } from 'vitest'
import { cleanUp } from '../clean-up.ts'

const environment = { ...process.env }

afterEach(() => cleanUp('each'))

afterAll(async () => {
  await cleanUp('all')
  vi.useRealTimers()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
