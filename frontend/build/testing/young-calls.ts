/**
 * Finds APIs in a built script that are newer than the browser floor. The types of values are unknown, so a method
 * counts only if no older method has the same name, and property reads do not count. Computed names and new options of
 * old APIs are not found.
 */
import { parseSync, Visitor } from 'vite'
import type { Api } from './api-ages.ts'

/** Globals with a known interface. Their members are looked up in it. */
const INTERFACES: Record<string, string> = {
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  navigator: 'Navigator',
  document: 'Document',
  location: 'Location',
  history: 'History',
  crypto: 'Crypto',
  performance: 'Performance',
  screen: 'Screen',
}

type Node = {
  type: string
  name?: string
  value?: unknown
  left?: unknown
  argument?: unknown
  properties?: unknown[]
  elements?: unknown[]
}
type Member = { object: unknown; property: unknown; computed: boolean }

/** Returns names such as `URL.parse`, or `.toSorted` if the type of the object is unknown. */
export const findYoungCalls = (script: string, apis: readonly Api[]): string[] => {
  const { program } = parseSync('built.js', script)
  const { globals, known, methods } = indexOf(apis)
  const own = declaredNames(program)
  const found = new Set<string>()
  /** Identifiers that are keys, members or operands of `typeof`, and therefore no use of a global. */
  const noUse = new Set<unknown>()
  const skipKey = ({ key, computed }: { key: unknown; computed: boolean }) => !computed && noUse.add(key)
  const globalName = (node: Node): string =>
    node.type === 'Identifier' && node.name && globals.has(node.name) && !own.has(node.name) ? node.name : ''
  const ofGlobal = (object: unknown, name: string): void => {
    const owner = globalName(object as Node)
    const kind = INTERFACES[owner]
    const isYoung = kind ? known.members.get(`${kind}.${name}`) : known.statics.get(`${owner}.${name}`)
    if (owner && isYoung) found.add(`${kind ?? owner}.${name}`.replace('Window.', ''))
  }
  new Visitor({
    MemberExpression: member => {
      if (!member.computed) noUse.add(member.property)
      ofGlobal(member.object, nameOf(member))
    },
    Property: skipKey,
    MethodDefinition: skipKey,
    PropertyDefinition: skipKey,
    UnaryExpression: ({ operator, argument }) => operator === 'typeof' && noUse.add(argument),
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'ObjectPattern' || !init) return
      for (const property of id.properties)
        if (property.type === 'Property') ofGlobal(init, (property.key as Node).name ?? '')
    },
    CallExpression: ({ callee, optional }) => {
      if (optional || callee.type !== 'MemberExpression' || callee.object.type === 'ThisExpression') return
      const name = nameOf(callee)
      if (methods.has(name) && !globalName(callee.object as Node)) found.add(`.${name}`)
    },
    Identifier: node => {
      const name = globalName(node)
      if (globals.get(name) && !noUse.has(node)) found.add(name)
    },
    Literal: literal => {
      if (!('regex' in literal) || !literal.regex) return
      if (literal.regex.flags.includes('v')) found.add('RegExp flag v')
      if (/\(\?[ims-]+:/.test(literal.regex.pattern)) found.add('RegExp modifiers')
    },
  }).visit(program)
  return [...found].sort()
}

const nameOf = ({ property, computed }: Member): string => {
  const key = property as Node
  return String((computed ? key.type === 'Literal' && key.value : key.name) || '')
}

/** A method's name is young if every API with that name is young. */
const indexOf = (apis: readonly Api[]) => {
  const globals = new Map<string, boolean>()
  const known = { statics: new Map<string, boolean>(), members: new Map<string, boolean>() }
  const methods = new Set<string>()
  const old = new Set<string>()
  for (const { owner, name, place, isYoung, isCommon } of apis) {
    if (owner === '' || owner === 'Window') globals.set(name, isYoung)
    if (owner === '') known.members.set(`Window.${name}`, isYoung)
    else if (place !== 'member') known.statics.set(`${owner}.${name}`, isYoung)
    if (owner !== '' && place === 'member') known.members.set(`${owner}.${name}`, isYoung)
    if (owner === '' || place === 'static') continue
    if (!isYoung) old.add(name)
    else if (isCommon) methods.add(name)
  }
  return { globals, known, methods: new Set([...methods].filter(name => !old.has(name))) }
}

/** Names that the script declares hide the browser's globals. */
const declaredNames = (program: ReturnType<typeof parseSync>['program']): Set<string> => {
  const names = new Set<string>()
  const add = (...nodes: unknown[]) => {
    for (const node of nodes as (Node | null)[]) {
      if (node?.type === 'Identifier') names.add(node.name ?? '')
      add(...[node?.left, node?.argument, node?.value].filter(part => typeof part === 'object'))
      add(...(node?.properties ?? []), ...(node?.elements ?? []))
    }
  }
  new Visitor({
    VariableDeclarator: ({ id }) => add(id),
    FunctionDeclaration: ({ id, params }) => add(id, ...params),
    FunctionExpression: ({ id, params }) => add(id, ...params),
    ArrowFunctionExpression: ({ params }) => add(...params),
    ClassDeclaration: ({ id }) => add(id),
    ImportSpecifier: ({ local }) => add(local),
  }).visit(program)
  return names
}
