/** Texts that make a regular expression backtrack, derived from the code's own expressions and from known attacks. */
import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp'

/** A text is `start`, then `pump` repeated up to the length, then an end that no expression expects. */
export type Attack = { start: string; pump: string }

export const textOf = ({ start, pump }: Attack, length: number): string => {
  const room = Math.max(0, length - start.length - END.length)
  return (start + pump.repeat(Math.ceil(room / pump.length))).slice(0, length - END.length) + END
}
const END = '\n!'

/** For each quantifier, the text before it and the text it repeats. Also the whole pattern, with and without its last character. */
export const attacksOn = ({ source, flags }: { source: string; flags: string }): Attack[] => {
  const { pattern } = parseRegExpLiteral(new RegExp(source, flags))
  const found: Attack[] = []
  const visit = (node: AST.Element | AST.Alternative | AST.Pattern, before: string): void => {
    switch (node.type) {
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup':
        for (const alternative of node.alternatives) visit(alternative, before)
        break
      case 'Alternative': {
        let start = before
        for (const element of node.elements) {
          visit(element, start)
          start += sampleOf(element, flags)
        }
        break
      }
      case 'Quantifier':
        if (node.max > 1) found.push({ start: before, pump: sampleOf(node.element, flags) })
        visit(node.element, before)
    }
  }
  visit(pattern, '')
  for (const alternative of pattern.alternatives) {
    const whole = sampleOf(alternative, flags)
    found.push({ start: '', pump: whole }, { start: '', pump: whole.slice(0, -1) })
  }
  return found.filter(({ pump }) => pump !== '')
}

const CANDIDATES = [...'a1 /.@-\n\t_%A"\',:;#?=+*(ä\u0301\u0000\u202e']

/** Returns a short text that `node`, a part of the expression, matches. */
const sampleOf = (node: AST.Element | AST.Alternative, flags: string): string => {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map(element => sampleOf(element, flags)).join('')
    case 'Group':
    case 'CapturingGroup': {
      const [first] = node.alternatives
      return first ? sampleOf(first, flags) : ''
    }
    case 'Quantifier':
      return sampleOf(node.element, flags).repeat(Math.max(1, node.min))
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterClass':
    case 'CharacterSet': {
      const one = new RegExp(`^${node.raw}$`, flags.replace(/[gyd]/g, ''))
      return CANDIDATES.find(candidate => one.test(candidate)) ?? ''
    }
    default:
      return ''
  }
}

/** Known attacks on this program or others. */
const FRAGMENTS = [
  '%40',
  'ä%40',
  '😀%40',
  '%2540',
  '%',
  '%25',
  '%F0',
  '&#',
  'a@',
  '@',
  'a@a.',
  '@a.aa',
  '.',
  'a',
  '0',
  '0 ',
  '07700 900123',
  '+1',
  '(0',
  ' ',
  '\t',
  '/',
  '//',
  'http://',
  '/*',
  '*/',
  '--',
  '"',
  "'",
  '\\',
  '`',
  '=',
  ';',
  ',',
  ';q=0',
  '\u0301\u0316',
  '\u0344',
  'ﷺ',
  '\ud83d',
  '\u0000',
  '\u202e',
  '[',
  '{',
  '<script>',
]
export const FRAGMENT_ATTACKS: Attack[] = [
  ...FRAGMENTS.map(pump => ({ start: '', pump })),
  { start: 'a@a', pump: '.' },
  { start: 'https://', pump: 'ü' },
]
