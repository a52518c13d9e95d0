/** A part of `npm run check`: every regular expression of the product is proven linear or listed with a reason. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** One line for each expression that is neither proven nor listed, and for each obsolete entry of the list. */
export const complaints = (expressions: Expression[]): string[] => {
  const judged = new Map<string, string>()
  const fault = (one: Expression): string => {
    if (!one.expression) return 'is put together while the program runs'
    const key = `${one.expression.flags}/${one.expression.source}`
    const verdict = judged.get(key) ?? complaint(one.expression)
    judged.set(key, verdict)
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
      ({ file, expression }) => `${file} ${expression} is not there any more: take it off unproven.ts`,
    ),
  ]
}

const complaint = (expression: { source: string; flags: string }): string => {
  const verdict = judge(expression)
  if (verdict.linear) return ''
  return verdict.attack ? `is a ${verdict.why}, by ${verdict.attack}` : verdict.why
}

if (import.meta.main) {
  const expressions = productExpressions()
  const wrong = complaints(expressions)
  const proven = expressions.length - UNPROVEN.length
  if (wrong.length > 0) {
    console.error(`Regular expressions that may take more than linear time:\n  ${wrong.join('\n  ')}`)
    process.exitCode = 1
  } else
    console.log(`Proved ${proven} regular expressions linear; ${UNPROVEN.length} are named with a reason.`)
}
