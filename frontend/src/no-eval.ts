/**
 * Whether it may compile validators zod finds out by trying, which the CSP reports as a violation. It asks when a schema
 * is made: this comes before all that make one, in the file of zod itself (vite.config.ts).
 */
import { config } from 'zod'

config({ jitless: true })
