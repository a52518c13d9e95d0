/**
 * Finds in a built script what is younger than the browser floor, in our code and in the libraries'. What it cannot see:
 * of what kind an unknown value is (so a method counts when no older one bears its name, and a property that is only read
 * does not count), names put together at run time, and young options of old APIs. Syntax is the build target's business.
 */
import { parseSync, Visitor } from 'vite'
import type { Api } from './api-ages.ts'

/** Globals of which the interface is known, so that what is read of them is judged by it. */
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

/** Their names as they are written: `URL.parse`, or `.toSorted` where the value before it is unknown. */
export const findYoungCalls = (script: string, apis: readonly Api[]): string[] => {
  const { program } = parseSync('built.js', script)
  const { globals, known, methods } = indexOf(apis)
  const own = declaredNames(program)
  const found = new Set<string>()
  /** Words that name no variable, and `typeof x`, which asks whether there is one. */
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

/** A method's name is young where nothing at all has had it for long enough. */
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

/** What the script itself declares is none of the browser's. */
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
