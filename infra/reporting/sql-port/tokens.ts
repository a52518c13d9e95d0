/** Tokenizes a statement in linear time. Rejects text that the engine might parse differently. */

/** Thrown by every check that rejects a request or a statement. */
export class Refused extends Error {
  readonly code: number
  constructor(detail: string, code = 164) {
    super(detail)
    this.code = code
  }
}

export type Token = {
  kind: 'word' | 'quoted' | 'text' | 'number' | 'sign'
  text: string
  /** The name without quotes if the token is a word or a quoted name, or else empty. */
  name: string
  /** Whether white space or a comment precedes the token. */
  apart: boolean
}

/** Characters. The same number as `max_query_size` in limits.ts, which the engine counts in bytes. */
const MAX_LENGTH = 100_000
/** Takes linear time. If one alternative fails after many characters, all others fail too, and parsing ends. */
const PART =
  /(?<space>\s+|--[^\n]*)|(?<text>'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*')|`(?<back>[^`\\\p{Cc}]*)`|"(?<double>[^"\\\p{Cc}]*)"|(?<word>[A-Za-z_]\w*)|(?<number>(?:0x[\da-fA-F]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)(?![\w$]))|(?<sign>->|[-+*/%=<>!(),.;:?[\]{}|])/uy

export const tokens = (statement: string): Token[] => {
  if (statement.length > MAX_LENGTH)
    throw new Refused(`The statement is longer than ${MAX_LENGTH} characters.`, 62)
  const found: Token[] = []
  let apart = false
  for (let at = 0; at < statement.length; ) {
    if (statement.startsWith('/*', at)) {
      const end = statement.indexOf('*/', at + 2)
      if (end < 0) throw new Refused('A comment is not closed.', 62)
      at = end + 2
      apart = true
      continue
    }
    PART.lastIndex = at
    const groups = PART.exec(statement)?.groups
    if (!groups) throw new Refused(`The statement cannot be parsed from character ${at + 1} on.`, 62)
    const text = statement.slice(at, PART.lastIndex)
    at = PART.lastIndex
    const kind = kindOf(groups)
    if (kind === undefined) apart = true
    else {
      found.push({ kind, text, name: groups.word ?? groups.back ?? groups.double ?? '', apart })
      apart = false
    }
  }
  return found
}

const kindOf = (groups: Record<string, string | undefined>): Token['kind'] | undefined => {
  if (groups.space !== undefined) return undefined
  if (groups.word !== undefined) return 'word'
  if (groups.back !== undefined || groups.double !== undefined) return 'quoted'
  if (groups.text !== undefined) return 'text'
  return groups.number !== undefined ? 'number' : 'sign'
}

/** Joins the tokens to a statement without comments. */
export const written = (parts: readonly Token[]): string =>
  parts.map(({ apart, text }, i) => (apart && i > 0 ? ` ${text}` : text)).join('')
