import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { BUILD_TARGET } from './build/browser-floor.ts'
import { leanPreload } from './build/lean-preload.ts'
import { variantTags } from './build/variants.ts'

const api = `http://localhost:${process.env.PORT ?? 3000}`

/** Without the build (build/prerender.ts) and the site's server (infra/app/site/site.ts), Vite itself writes what they would. */
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

/** What every public page needs comes in two files instead of twenty; what only some need stays on its own. */
const CHUNKS = [
  // First and apart: the entry needs the tracker at once and nothing of React before the page is painted.
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
  // Every chart uses Recharts. Split into several chunks it would be larger.
  { name: 'charts', test: /node_modules\/recharts\// },
]

/**
 * The tracker runs as soon as it is there. With this, V8 compiles it while it arrives, off the main thread, and not
 * function by function when each is first called: half of its time. To other browsers it is a comment.
 */
const COMPILE_EARLY = '//# allFunctionsCalledOnLoad'

export default defineConfig(({ command }) => {
  // A build started by the tests inherits their NODE_ENV, which would give it React's development half.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: import.meta.dirname,
    resolve: { alias: { 'victory-vendor/d3-scale': join(import.meta.dirname, 'build', 'chart-scales.js') } },
    plugins: [react(), tailwindcss(), leanPreload(), devPage()],
    server: { proxy: { '/api': api, '/t.js': api } },
    build: {
      target: BUILD_TARGET,
      assetsInlineLimit: 0,
      // build/prerender.ts removes what is old.
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
