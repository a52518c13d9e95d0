/** Downloads the drivers of other languages once into the user's cache, and reports missing ones. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fetchOnce } from '../fetch-once.ts'

const run = promisify(execFile)
const here = import.meta.dirname

/** A command to run. Its arguments are the port, the token and pairs: a statement, and the column of its result to add up. */
export type Program = { name: string; command: string; args: string[] } | { name: string; missing: string }

const TEN_MINUTES = 600_000

const orMissing = async (name: string, program: () => Promise<Program>): Promise<Program> =>
  program().catch((error: Error) => {
    const missing = error.message.trim().split('\n').at(-1) ?? ''
    console.error(`\n*** ${name} could not be downloaded and was NOT tested: ${missing}\n`)
    return { name, missing }
  })

const PYTHON = ['clickhouse-connect==1.12.0', 'sqlalchemy==2.1.9', 'pandas==3.1.1', 'pyarrow==26.0.1']

/** Superset with dependencies that it does not declare, and with the last compatible release of one of them. */
const SUPERSET = [
  'apache-superset==6.1.0',
  'clickhouse-connect==1.12.0',
  'flask-caching==2.3.1',
  'rich',
  'cachetools',
]

const python = (name: string, packages: string[], script: string) =>
  orMissing(name, async () => {
    const directory = await fetchOnce(
      name.toLowerCase(),
      packages.join('-').replaceAll('==', '-'),
      async to => {
        await run('python3', ['-m', 'venv', to], { timeout: TEN_MINUTES })
        await run(join(to, 'bin', 'pip'), ['install', '--quiet', ...packages], { timeout: TEN_MINUTES })
      },
    )
    return { name, command: join(directory, 'bin', 'python'), args: [join(here, script)] }
  })

const jdbc = (version: string) =>
  orMissing(`clickhouse-jdbc ${version}`, async () => {
    await run('java', ['-version'])
    const directory = await fetchOnce('jdbc', version, to =>
      run(
        'mvn',
        [
          '--quiet',
          '--batch-mode',
          '--file',
          join(here, 'jdbc.xml'),
          `-Ddriver=${version}`,
          'dependency:copy-dependencies',
          `-DoutputDirectory=${to}`,
        ],
        { timeout: TEN_MINUTES },
      ),
    )
    const args = ['-cp', join(directory, '*'), join(here, 'JdbcClient.java')]
    return { name: `clickhouse-jdbc ${version}`, command: 'java', args }
  })

export const fetchPrograms = async (): Promise<Program[]> => [
  await python('Python', PYTHON, 'connect.py'),
  await python('Superset', SUPERSET, 'ask_superset.py'),
  await jdbc('0.10.0'),
  await jdbc('0.9.4'),
  await jdbc('0.6.5'),
]

export const runProgram = async (program: Program, given: string[]): Promise<Record<string, unknown>[]> => {
  if ('missing' in program) return []
  const { stdout } = await run(program.command, [...program.args, ...given], {
    timeout: TEN_MINUTES,
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
}
