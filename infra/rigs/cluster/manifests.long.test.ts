/** Builds the Kubernetes manifests with kustomize and validates them against Kubernetes's schemas. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { openClusterTools } from './tools.ts'

const cleanUp = cleanUpAfter('each')
const opened = await openClusterTools().catch((error: Error) => error.message.trim().split('\n').at(-1) ?? '')
if (typeof opened === 'string')
  console.error(`\n*** NOT tried: the cluster's files against Kubernetes's schemas: ${opened}\n`)

test.runIf(typeof opened === 'string' && process.env.CI === 'true')('nothing is skipped in CI', () => {
  throw new Error(String(opened))
})

describe.each(['base', 'production'] as const)('%s', folder => {
  const tools = () => {
    if (typeof opened === 'string') throw new Error(opened)
    return opened
  }
  const objectsIn = (manifests: string) => parseAllDocuments(manifests).map(document => document.toJS())

  test.skipIf(typeof opened === 'string')('the manifests build, and every object is valid', async () => {
    const manifests = await tools().build(folder)
    const objects = objectsIn(manifests)
    expect(objects.length).toBeGreaterThan(20)
    const { summary } = JSON.parse(await tools().validate(manifests))
    expect(summary).toEqual({ valid: objects.length, invalid: 0, errors: 0, skipped: 0 })
  })

  test.skipIf(typeof opened === 'string')('a field unknown to Kubernetes is found', async () => {
    const manifests = await tools().build(folder)
    const wrong = manifests.replace('readOnlyRootFilesystem:', 'readOnlyRootFileSystem:')
    expect(wrong).not.toBe(manifests)
    await expect(tools().validate(wrong)).rejects.toThrow('readOnlyRootFileSystem')
  })
})

test.skipIf(typeof opened === 'string')('production is the base with its own image everywhere', async () => {
  if (typeof opened === 'string') throw new Error(opened)
  const [base, production] = await Promise.all([opened.build('base'), opened.build('production')])
  expect(production).not.toContain('image: firsttouch:')
  expect(production.match(/image: registry\.example\/firsttouch:/g)).toHaveLength(
    base.match(/image: firsttouch:/g)?.length ?? 0,
  )
})

const changed = async (change: (text: string) => string): Promise<string> => {
  if (typeof opened === 'string') throw new Error(opened)
  const copy = await mkdtemp(join(tmpdir(), 'firsttouch-cluster-'))
  cleanUp.push(() => rm(copy, { recursive: true }))
  await cp(join(import.meta.dirname, '../../deploy'), copy, { recursive: true })
  const file = join(copy, 'kubernetes/production/kustomization.yaml')
  await writeFile(file, change(await readFile(file, 'utf8')))
  return opened.build(join(copy, 'kubernetes/production'))
}
const namesOf = (manifests: string, wanted: string): string[] =>
  parseAllDocuments(manifests)
    .map(document => document.toJS())
    .filter(({ kind }) => kind === wanted)
    .map(({ metadata }) => metadata.name)

test.skipIf(typeof opened === 'string')(
  'a release changes only the tag, and its job gets a new name, also in a registry with a port',
  async () => {
    const manifests = await changed(text =>
      text.replace('registry.example/', 'registry.example:5000/').replace(/newTag: \S+/, 'newTag: 9.8.7'),
    )
    const images = manifests.matchAll(/image: (.*firsttouch:.*)/g)
    expect(new Set([...images].map(match => match[1]))).toEqual(
      new Set(['registry.example:5000/firsttouch:9.8.7']),
    )
    expect(namesOf(manifests, 'Job')).toEqual(['migrate-9.8.7'])
  },
)

test.skipIf(typeof opened === 'string')('one line opens the network to a trace collector', async () => {
  if (typeof opened === 'string') throw new Error(opened)
  const manifests = await changed(text => text.replace('# - traces.yaml', '- traces.yaml'))
  expect(namesOf(manifests, 'NetworkPolicy')).toContain('traces')
  expect(JSON.parse(await opened.validate(manifests)).summary.invalid).toBe(0)
})
