/** Texts of SQL in a source file: string literals, template literals and fragments. */
import { parseAst } from 'vite'

/** Replaces each character of an expression `${…}` within a text. */
export const HOLE = '§'

/** `start`: index of the text's first character in the source. Lengths equal those in the source. */
export type SqlText = { start: number; text: string }

type Node = { type: string; start: number; end: number; [field: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const STATEMENT = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|ORDER BY|ON CONFLICT|FINAL|LEFT JOIN)\b/
const CALL = /\b(?:min|max|count|sum|uniqExact|argMin|argMax|greatest|least|\w+If|if|toUInt8|anyIf|match)\(/
const CONDITION = /[\w')§] (?:=|!=|<|>|<=|>=) ['\w({§]/

export const sqlIn = (source: string): SqlText[] => {
  const found: SqlText[] = []
  walk(parseAst(source, { lang: 'ts' }), node => {
    const text = textOf(source, node)
    if (text && [STATEMENT, CALL, CONDITION].some(pattern => pattern.test(text.text))) found.push(text)
  })
  return found
}

const textOf = (source: string, node: Node): SqlText | undefined => {
  const [start, end] = [node.start + 1, node.end - 1]
  const text = source.slice(start, end)
  if (node.type === 'Literal') return typeof node.value === 'string' ? { start, text } : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  const holes = (node.expressions as Node[]).map(expression => [
    source.lastIndexOf('${', expression.start) - start,
    source.indexOf('}', expression.end) + 1 - start,
  ])
  let whole = text
  for (const [from = 0, to = 0] of holes)
    whole = whole.slice(0, from) + HOLE.repeat(to - from) + whole.slice(to)
  return { start, text: whole }
}

/** Skips imports and the messages of errors. */
const walk = (value: unknown, visit: (node: Node) => void): void => {
  if (Array.isArray(value)) for (const one of value) walk(one, visit)
  else if (isNode(value)) {
    if (value.type === 'ImportDeclaration' || isError(value)) return
    visit(value)
    for (const inner of Object.values(value))
      if (typeof inner === 'object' && inner !== null) walk(inner, visit)
  }
}

const isError = ({ type, callee }: Node): boolean =>
  type === 'NewExpression' && isNode(callee) && String(callee.name).endsWith('Error')
