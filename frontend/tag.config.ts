/** Builds src/tag.ts into dist/t.js, a classic script for other sites. */
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { BUILD_TARGET } from './build/browser-floor.ts'

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    target: BUILD_TARGET,
    emptyOutDir: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'src', 'tag.ts'),
      output: { format: 'iife', entryFileNames: 't.js' },
    },
  },
})
