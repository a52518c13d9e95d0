/** A part of `npm run check`: every regular expression of the product is proven linear or listed with a reason. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expressionsIn, type Found } from './expressions-in.ts'
import { judge } from './linear.ts'
import { UNPROVEN } from './unproven.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** Tests and tools, which never run in production. */
const NOT_PRODUCT = /\.test\.tsx?$|^infra\/rigs\/|^frontend\/e2e\/|^(api|projector)\/testing\//

export type Expression = Found & { file: string }

export const productExpressions = (): Expression[] => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
    { cwd: ROOT, encoding: 'utf8' },
  )
  return files
    .split('\n')
    .filter(file => file !== '' && !NOT_PRODUCT.test(file) && existsSync(join(ROOT, file)))
    .flatMap(file =>
      expressionsIn(readFileSync(join(ROOT, file), 'utf8'), file.endsWith('x')).map(found => ({
        file,
        ...found,
      })),
    )
}

const reasonFor = ({ file, text }: Expression): string | undefined =>
  UNPROVEN.find(one => one.file === file && one.expression === text)?.reason

const keyOf = ({ source, flags }: { source: string; flags: string }): string => `${flags}/${source}`

/**
 * One line for each expression that is neither proven linear nor listed in unproven.ts, and for each listed one that no longer exists.
 * `linear`: expressions proven earlier. New proofs are added to it.
 */
export const complaints = (expressions: Expression[], linear = new Set<string>()): string[] => {
  const judged = new Map<string, string>()
  const fault = (one: Expression): string => {
    if (!one.expression) return 'is built while the program runs, so it cannot be proven'
    const key = keyOf(one.expression)
    if (linear.has(key)) return ''
    const verdict = judged.get(key) ?? complaint(one.expression)
    judged.set(key, verdict)
    if (verdict === '') linear.add(key)
    return verdict
  }
  const wrong = expressions
    .filter(one => reasonFor(one) === undefined)
    .flatMap(one => {
      const said = fault(one)
      return said === '' ? [] : [`${one.file}:${one.line} ${one.text} ${said}`]
    })
  const idle = UNPROVEN.filter(
    ({ file, expression }) => !expressions.some(one => one.file === file && one.text === expression),
  )
  return [
    ...wrong,
    ...idle.map(
      ({ file, expression }) => `${file} ${expression} no longer exists: remove it from unproven.ts`,
    ),
  ]
}

const complaint = (expression: { source: string; flags: string }): string => {
  const verdict = judge(expression)
  if (verdict.linear) return ''
  return verdict.attack ? `is a ${verdict.why}, by ${verdict.attack}` : verdict.why
}

/** Cache of proofs. A proof takes a tenth of a second, and the same version of recheck always finds the same result. */
const PROVEN = join(ROOT, 'node_modules/.cache/firsttouch/linear-expressions.json')
type Proven = { recheck: string; linear: string[] }

const version = (): string =>
  JSON.parse(readFileSync(join(ROOT, 'node_modules/recheck/package.json'), 'utf8')).version
const readProven = (recheck: string): Set<string> => {
  const kept: Proven = existsSync(PROVEN)
    ? JSON.parse(readFileSync(PROVEN, 'utf8'))
    : { recheck: '', linear: [] }
  return new Set(kept.recheck === recheck ? kept.linear : [])
}
const keep = (proven: Proven): void => {
  mkdirSync(dirname(PROVEN), { recursive: true })
  writeFileSync(PROVEN, JSON.stringify(proven))
}

if (import.meta.main) {
  const expressions = productExpressions()
  const recheck = version()
  const linear = readProven(recheck)
  const wrong = complaints(expressions, linear)
  keep({ recheck, linear: [...linear] })
  const proven = expressions.length - UNPROVEN.length
  if (wrong.length > 0) {
    console.error(`Regular expressions that may take more than linear time:\n  ${wrong.join('\n  ')}`)
    process.exitCode = 1
  } else
    console.log(`Proved ${proven} regular expressions linear; ${UNPROVEN.length} are listed with a reason.`)
}
