import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{frontend,ingest,projector,api,infra}/**/*.test.{ts,tsx}',
      // Fetches drivers of other languages.
      ...(process.env.CLIENTS ? ['infra/rigs/testing/clients/clients.long.ts'] : []),
    ],
    // For a machine that others use as well; a quiet one needs a tenth of it.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // Two engines and a browser per file are heavy: two files at a time suit two cores.
    maxWorkers: 2,
  },
})
