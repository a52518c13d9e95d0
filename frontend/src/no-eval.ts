/**
 * zod tests for `eval` when it creates a schema, and the CSP reports the attempt. This setting must run before the
 * first schema, so vite.config.ts bundles it with zod.
 */
import { config } from 'zod'

config({ jitless: true })
