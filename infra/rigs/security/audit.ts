/** `npm test -- --audit`: fails for a high or critical advisory. If the registry does not answer, prints so and passes. */
import { execFile } from 'node:child_process'
import { z } from 'zod'

/** The report of `npm audit --json`. Any other output means that the registry did not answer. */
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
  metadata: z.object({ dependencies: z.object({ total: z.int() }) }),
})
const failure = z.object({ message: z.string() })

const GRAVE = ['high', 'critical']

export type Verdict = { code: 0 | 1; said: string }

/** Judges npm's output. */
export const verdictOf = (written: string): Verdict => {
  const json = read(written)
  const answered = report.safeParse(json)
  if (!answered.success) {
    const why =
      failure.safeParse(json).data?.message ?? (written.trim().split('\n').at(-1) || 'npm said nothing')
    return { code: 0, said: `The registry did not answer, so nothing was audited: ${why}` }
  }
  const { vulnerabilities, metadata } = answered.data
  const found = Object.entries(vulnerabilities).map(([name, { severity }]) => ({ name, severity }))
  const grave = found.filter(({ severity }) => GRAVE.includes(severity))
  const lesser = found.length - grave.length
  const of = `${metadata.dependencies.total} packages, ${lesser} with a lesser advisory`
  if (grave.length === 0) return { code: 0, said: `No high or critical advisory: ${of}.` }
  const lines = grave.map(({ name, severity }) => `  ${name}: ${severity}`)
  return {
    code: 1,
    said: [`High or critical advisories (npm audit tells more): ${of}.`, ...lines].join('\n'),
  }
}

const read = (written: string): unknown => {
  try {
    return JSON.parse(written.slice(written.indexOf('{'), written.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

const npmAudit = (args: string[]): Promise<string> =>
  new Promise(resolve => {
    const options = { maxBuffer: 64 * 1024 * 1024 }
    // npm's exit code is the same for an advisory and for no answer, so read the output.
    execFile('npm', ['audit', '--json', ...args], options, (_error, out, err) => resolve(out.trim() || err))
  })

if (import.meta.main) {
  const { code, said } = verdictOf(await npmAudit(process.argv.slice(2)))
  console.log(said)
  process.exitCode = code
}
