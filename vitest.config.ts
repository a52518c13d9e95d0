import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{frontend,ingest,projector,api,infra}/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two engines and a browser per file are heavy: two files at a time suit two cores.
    maxWorkers: 2,
  },
})
