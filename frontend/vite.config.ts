import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { BUILD_TARGET } from './build/browser-floor.ts'
import { leanPreload } from './build/lean-preload.ts'
import { variantTags } from './build/variants.ts'

const api = `http://localhost:${process.env.PORT ?? 3000}`

/** Does in development what `build/prerender.ts` and the site's server (`infra/app/site/site.ts`) do. */
const devPage = (): Plugin => ({
  name: 'firsttouch-dev',
  apply: 'serve',
  transformIndexHtml: (html, { originalUrl = '/' }) => {
    const page = html.replace('<!--variants-->', () => variantTags(originalUrl.split('?', 1)[0] ?? '/'))
    return process.env.CONSENT === 'required'
      ? page
      : page.replace('data-consent="required"', 'data-consent="not_required"')
  },
})

/** Puts the code that every public page needs into three files (track, react, shared) instead of twenty. */
const CHUNKS = [
  // The entry needs the tracker before React, so the tracker has its own chunk.
  {
    name: 'track',
    test: /src\/(track\/(?!pixel|link|identity-cookie|engagement|handover|after-page)|site\/split-test\/shown|ui\/load-until-there\.ts)|ingest\/experiments|vite\/preload-helper/,
    priority: 1,
  },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ },
  {
    name: 'shared',
    test: /src\/(site\/(layout|art|forms|chat|split-test|[^/]+\.tsx?$)|ui\/(button|field|input|toast|toaster|use-loaded|dialog|skip-link)\.tsx?|(api|links)\.ts)|icons\/message-circle|contract\/form-words/,
    minShareCount: 2,
  },
  { name: 'zod', test: /node_modules\/zod\/|src\/no-eval/ },
  // Splitting Recharts into several chunks would make it larger.
  { name: 'charts', test: /node_modules\/recharts\// },
]

/** Makes V8 compile the tracker off the main thread during the download. This halves the compile time. */
const COMPILE_EARLY = '//# allFunctionsCalledOnLoad'

export default defineConfig(({ command }) => {
  // Tests run the build with their own NODE_ENV, which would bundle React's development version.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    resolve: { alias: { 'victory-vendor/d3-scale': join(import.meta.dirname, 'build', 'chart-scales.js') } },
    plugins: [react(), tailwindcss(), leanPreload(), devPage()],
    server: { proxy: { '/api': api, '/t.js': api } },
    build: {
      target: BUILD_TARGET,
      assetsInlineLimit: 0,
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: { groups: CHUNKS },
          postBanner: ({ name }) => (name === 'track' ? COMPILE_EARLY : ''),
        },
      },
    },
    ssr: { noExternal: true },
  }
})
