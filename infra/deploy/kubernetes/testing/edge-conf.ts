/** Runs the start command of the edge's pod on the shipped nginx.conf, with its paths in a temporary folder. */
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pods } from './manifests.ts'

const run = promisify(execFile)
const SHIPPED = join(import.meta.dirname, '../../docker/nginx.conf')

/** `resolvConf`: contents of the pod's /etc/resolv.conf. */
export const edgeConf = async (resolvConf: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-edge-'))
  try {
    await copyFile(SHIPPED, join(folder, 'shipped.conf'))
    await writeFile(join(folder, 'resolv.conf'), resolvConf)
    const { command = [], args = [] } = pods.edge?.containers[0] ?? {}
    const placed = args.map(arg =>
      arg
        .replaceAll('/etc/resolv.conf', join(folder, 'resolv.conf'))
        .replaceAll('/etc/nginx/shipped/nginx.conf', join(folder, 'shipped.conf'))
        .replaceAll('/tmp/nginx.conf', join(folder, 'nginx.conf'))
        .replace(/^exec nginx -c (\S+) .*$/m, 'cat $1'),
    )
    const [program = '', ...words] = [...command, ...placed]
    return (await run(program, words)).stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}
