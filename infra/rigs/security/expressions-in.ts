/** Finds every regular expression of a source text with a parser. */
import { parseAst } from 'vite'

export type Found = {
  line: number
  /** undefined if the program builds the expression at run time. */
  expression: { source: string; flags: string } | undefined
  /** As in the source. */
  text: string
}

type Node = { type: string; start: number; end: number; [field: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export const expressionsIn = (source: string, tsx: boolean): Found[] => {
  const found: Found[] = []
  const add = (node: Node, expression: Found['expression']) =>
    found.push({
      line: source.slice(0, node.start).split('\n').length,
      expression,
      text: source.slice(node.start, node.end),
    })
  walk(parseAst(source, { lang: tsx ? 'tsx' : 'ts' }), (node, parent) => {
    const literal = regexOf(node)
    // `split` applies an expression repeatedly, so treat it as global.
    if (literal) add(node, isMethod(parent, ['split']) ? { ...literal, flags: `${literal.flags}g` } : literal)
    else if (isMade(node)) add(node, constantOf(node))
  })
  return found
}

const walk = (value: unknown, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void => {
  if (Array.isArray(value)) for (const one of value) walk(one, visit, parent)
  else if (isNode(value)) {
    visit(value, parent)
    for (const inner of Object.values(value))
      if (typeof inner === 'object' && inner !== null) walk(inner, visit, value)
  }
}

const regexOf = (node: Node): { source: string; flags: string } | undefined => {
  const { regex } = node as { regex?: { pattern: string; flags: string } }
  return node.type === 'Literal' && regex ? { source: regex.pattern, flags: regex.flags } : undefined
}

const isCall = (node: Node | undefined): node is Node & { callee: Node; arguments: Node[] } =>
  (node?.type === 'CallExpression' || node?.type === 'NewExpression') && isNode(node.callee)

const isMethod = (node: Node | undefined, names: string[]): boolean =>
  isCall(node) && isNode(node.callee.property) && names.includes(String(node.callee.property.name))

/** `new RegExp(…)`, and methods that build an expression from a string. */
const isMade = (node: Node): boolean =>
  isCall(node) &&
  (node.callee.name === 'RegExp' ||
    (isMethod(node, ['match', 'matchAll', 'search']) && textOf(node.arguments[0]) !== undefined))

const textOf = (node: Node | undefined): string | undefined => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' ? '' : undefined
}

const constantOf = (node: Node): Found['expression'] => {
  const [source, flags] = isCall(node) ? node.arguments : []
  const given = flags === undefined ? '' : textOf(flags)
  const text = source?.type === 'Literal' ? textOf(source) : undefined
  return text === undefined || given === undefined ? undefined : { source: text, flags: given }
}
