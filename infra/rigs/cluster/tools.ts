/** kustomize, kubeconform and Kubernetes's schemas at pinned versions. */
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { fetchOnce, fetchPythonPackage } from '../testing/fetch-once.ts'

const run = promisify(execFile)
const TEN_MINUTES = 600_000
const PRODUCT = join(import.meta.dirname, '../../deploy/kubernetes')

/** The newest version whose schemas are in a package and that the Go compiler of Debian stable can build. */
const KUBERNETES = '1.33.0'
const TOOLS = [
  { name: 'kustomize', module: 'sigs.k8s.io/kustomize/kustomize/v5', version: 'v5.7.1' },
  { name: 'kubeconform', module: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.7.0' },
] as const

export type ClusterTools = {
  /** `folder`: a path in the repository, or an absolute path. */
  build(folder: string): Promise<string>
  /** Resolves with kubeconform's report, and rejects with it if an object is invalid. */
  validate(manifests: string): Promise<string>
}

const fetchTool = async ({ name, module, version }: (typeof TOOLS)[number]): Promise<string> => {
  const directory = await fetchOnce(name, version, to =>
    run('go', ['install', `${module}@${version}`], {
      timeout: TEN_MINUTES,
      env: { ...process.env, GOBIN: to },
    }),
  )
  return join(directory, name)
}

const fetchSchemas = async (): Promise<string> => {
  const directory = await fetchOnce('kubernetes-schemas', '1.33.1-files', async to => {
    const packages = await fetchPythonPackage('kubernetes-validate==1.33.1', to)
    const from = join(packages, 'kubernetes_validate/kubernetes-json-schema', `v${KUBERNETES}-local-strict`)
    await mkdir(join(to, 'schemas'))
    for (const name of await readdir(from))
      await writeFile(join(to, 'schemas', name), asFiles(await readFile(join(from, name), 'utf8')))
    await rm(packages, { recursive: true })
  })
  return join(directory, 'schemas')
}

/** Removes `$id`, which names a site where kubeconform would look for the schema. */
const asFiles = (schema: string): string => {
  const { $id: _, ...kept } = JSON.parse(schema)
  return JSON.stringify(kept).replaceAll('"$ref":"/api/_definitions.json#', '"$ref":"_definitions.json#')
}

/** Throws if a tool is not available. */
export const openClusterTools = async (): Promise<ClusterTools> => {
  const kustomize = await fetchTool(TOOLS[0])
  const kubeconform = await fetchTool(TOOLS[1])
  const schemas = join(await fetchSchemas(), '{{.ResourceKind}}{{.KindSuffix}}.json')
  return {
    build: async folder => (await run(kustomize, ['build', resolve(PRODUCT, folder)])).stdout,
    validate: manifests => {
      const words = ['-strict', '-summary', '-output', 'json', '-schema-location', schemas]
      const validating = run(kubeconform, words)
      validating.child.stdin?.end(manifests)
      return validating.then(
        ({ stdout }) => stdout,
        error => {
          throw new Error(error.stdout || error.message)
        },
      )
    },
  }
}
