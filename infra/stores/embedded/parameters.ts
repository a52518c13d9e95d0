/** The embedded engine runs statements with parameters one after the other, whoever asks. So here they are literals of the text. */
import { literal } from '../literal.ts'

export type Asked = { query?: string; query_params?: Record<string, unknown> }

/** Texts, names and comments are passed over: in them the engine sees no parameter either. */
const PARTS =
  /'(?:[^'\\]|\\(?:[\s\S]|$))*(?:'|$)|`(?:[^`\\]|\\(?:[\s\S]|$))*(?:`|$)|"(?:[^"\\]|\\(?:[\s\S]|$))*(?:"|$)|--.*|\/\*[\s\S]*?(?:\*\/|$)|\{(\w+):([^{}]+)\}/g

/** What the engine would refuse is refused by it: a parameter that is not given, or a value that its type has not. */
export const withLiterals = ({ query_params: parameters, ...asked }: Asked): Asked => {
  if (!parameters) return asked
  const put = (part: string, name: string | undefined, type: string) =>
    name !== undefined && Object.hasOwn(parameters, name)
      ? written(parameters[name], type.trim(), name)
      : part
  return { ...asked, ...(asked.query && { query: asked.query.replace(PARTS, put) }) }
}

const written = (value: unknown, type: string, name: string): string => {
  const text = textOf(value)
  if (text === undefined)
    throw new TypeError(`The parameter "${name}" of a statement must be a text, a number or a list of them.`)
  if (type === 'Identifier') return `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
  return type === 'String' ? literal(text) : `accurateCast(${literal(text)}, ${literal(type)})`
}

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  if (Number.isFinite(value) || typeof value === 'bigint') return String(value)
  if (!Array.isArray(value)) return undefined
  const texts = value.map(one => (typeof one === 'string' ? literal(one) : textOf(one)))
  return texts.includes(undefined) ? undefined : `[${texts.join(',')}]`
}
