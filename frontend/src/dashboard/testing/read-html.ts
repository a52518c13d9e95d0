/** Turns HTML into the visible text: one line per block, with controls and their values in brackets. */
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'

type Element = { tag: string; attributes: Readonly<Record<string, string>>; children: (Element | string)[] }

const INLINE = [
  'span',
  'strong',
  'em',
  'code',
  'kbd',
  'time',
  'label',
  'legend',
  'a',
  'button',
  'select',
  'input',
  'meter',
]
const read = (nodes: Tree.ChildNode[]): Element['children'] =>
  nodes.flatMap((node): Element['children'] => {
    if (node.nodeName === '#text') return [(node as Tree.TextNode).value]
    if (!('tagName' in node)) return []
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
    return [{ tag: node.tagName, attributes, children: read(node.childNodes) }]
  })

const isHidden = ({ tag, attributes }: Element): boolean =>
  attributes['aria-hidden'] === 'true' || (tag === 'svg' && attributes.role !== 'img')

const inside = (element: Element): string => element.children.map(wordsOf).join('')
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const optionsOf = (element: Element): Element[] =>
  element.children.flatMap(child =>
    typeof child === 'string' ? [] : child.tag === 'option' ? [child] : optionsOf(child),
  )

/** Stars mark the selected option: "Status of Jo: new, *contacted*, closed". */
const selectWords = (element: Element): string => {
  const options = optionsOf(element)
  const chosen = options.find(({ attributes }) => 'selected' in attributes) ?? options[0]
  return options.map(one => (one === chosen ? `*${plain(inside(one))}*` : plain(inside(one)))).join(', ')
}

const STATES: readonly [attribute: string, value: string, words: string][] = [
  ['disabled', '', 'disabled'],
  ['aria-disabled', 'true', 'disabled'],
  ['aria-pressed', 'true', 'pressed'],
  ['aria-expanded', 'true', 'open'],
  ['aria-expanded', 'false', 'closed'],
  ['aria-invalid', 'true', 'wrong'],
  ['aria-current', 'page', 'here'],
  ['aria-current', 'true', 'here'],
]
const stateOf = ({ attributes }: Element): string =>
  STATES.filter(([name, value]) => attributes[name] === value)
    .map(([, , words]) => `, ${words}`)
    .join('')

const inputWords = (element: Element): string => {
  const { type, value = '', checked } = element.attributes
  const name = element.attributes['aria-label'] ?? ''
  const tick = checked === undefined ? ' ' : 'x'
  if (type === 'checkbox') return ` [${tick}${stateOf(element)}] ${name} `
  if (type === 'radio') return ` (${tick}${stateOf(element)}) ${name} `
  return ` [${[name, value].filter(Boolean).join(': ')}${stateOf(element)}] `
}

const controlWords = (element: Element): string => {
  const { tag, attributes } = element
  const name = attributes['aria-label']
  if (tag === 'input') return inputWords(element)
  if (tag === 'select') return ` [${name ? `${name}: ` : ''}${selectWords(element)}${stateOf(element)}] `
  const text = name ?? plain(inside(element))
  return tag === 'a' ? ` [${text}${stateOf(element)}](${attributes.href}) ` : ` [${text}${stateOf(element)}] `
}

const wordsOf = (child: Element | string): string => {
  if (typeof child === 'string') return child
  const { tag, attributes } = child
  if (isHidden(child)) return ''
  if (['input', 'select', 'button', 'textarea', 'a'].includes(tag)) return controlWords(child)
  if (tag === 'img') return `\n(${attributes.alt})\n`
  if (attributes.role === 'img' || tag === 'meter') return `\n(${attributes['aria-label']})\n`
  if (tag === 'td' || tag === 'th') return `${plain(inside(child))} | `
  if (tag === 'dd') return `: ${plain(inside(child)) === '' ? '…' : inside(child)}`
  if (tag === 'dt') return `\n${inside(child)}`
  if (tag === 'div' && 'aria-busy' in attributes) return `\n(busy) ${inside(child)}\n`
  return INLINE.includes(tag) ? ` ${inside(child)} ` : `\n${inside(child)}\n`
}

/** Removes spaces before closing punctuation and after opening brackets. */
const tidy = (line: string): string =>
  plain(line)
    .split(' ')
    .reduce((words, word) => (/^[:;,.)]+$/.test(word) ? words + word : `${words} ${word}`), '')
    .trim()
    .replace(/ ?\|$/, '')
    .replaceAll('( ', '(')

/** Returns the visible lines. */
export const readHtml = (html: string): string[] =>
  inside({ tag: 'div', attributes: {}, children: read(parseFragment(html).childNodes) })
    .split('\n')
    .map(line => tidy(line))
    .filter(line => line !== '')
