/**
 * ClickHouse's Native format as a driver reads it that names its revision of the protocol (`client_protocol_version`, as
 * clickhouse-go does): each block begins with its info, and each column says that it is not serialised in a special way. The
 * embedded engine writes the format without both. https://clickhouse.com/docs/interfaces/formats/Native
 */
import { Refused } from './sql-port-tokens.ts'

/** From this revision on a column has the mark. Older ones are content with the format as the engine writes it. */
export const MARKED_COLUMNS = 54454

/** Field 1: no overflow row; field 2: bucket -1; end. */
const BLOCK_INFO = Buffer.from([1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0])
const NOT_SPECIAL = Buffer.from([0])

type Cursor = { bytes: Buffer; at: number }

const FIXED: Record<string, number> = {
  Bool: 1,
  Int8: 1,
  UInt8: 1,
  Enum8: 1,
  Nothing: 1,
  Int16: 2,
  UInt16: 2,
  Enum16: 2,
  Date: 2,
  BFloat16: 2,
  Int32: 4,
  UInt32: 4,
  Float32: 4,
  Date32: 4,
  DateTime: 4,
  IPv4: 4,
  Decimal32: 4,
  Time: 4,
  Int64: 8,
  UInt64: 8,
  Float64: 8,
  DateTime64: 8,
  Time64: 8,
  Decimal64: 8,
  Int128: 16,
  UInt128: 16,
  UUID: 16,
  IPv6: 16,
  Decimal128: 16,
  Int256: 32,
  UInt256: 32,
  Decimal256: 32,
}

/** Yields one block at a time. Throws Refused for a type that it does not know. */
export function* withRevision(bytes: Buffer): Generator<Buffer> {
  const cursor = { bytes, at: 0 }
  while (cursor.at < bytes.length) {
    const parts: Buffer[] = [BLOCK_INFO]
    let from = cursor.at
    const columns = varint(cursor)
    const rows = varint(cursor)
    for (let i = 0; i < columns; i++) {
      text(cursor)
      const type = text(cursor)
      parts.push(bytes.subarray(from, cursor.at), NOT_SPECIAL)
      from = cursor.at
      if (rows > 0) {
        // The state of every dictionary in the type comes first.
        cursor.at += 8 * (type.match(/\bLowCardinality\(/g)?.length ?? 0)
        skip(cursor, type, rows)
      }
    }
    parts.push(bytes.subarray(from, cursor.at))
    yield Buffer.concat(parts)
  }
}

const varint = (cursor: Cursor): number => {
  let value = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = cursor.bytes.readUInt8(cursor.at++)
    value += (byte & 127) * scale
    if (byte < 128) return value
  }
}

const text = (cursor: Cursor): string => {
  const length = varint(cursor)
  cursor.at += length
  return cursor.bytes.toString('utf8', cursor.at - length, cursor.at)
}

/** Moves past the values of a column. */
const skip = (cursor: Cursor, type: string, rows: number): void => {
  const { name, inside } = partsOf(type)
  const [first = ''] = inside
  if (name === 'String') {
    for (let i = 0; i < rows; i++) {
      const length = varint(cursor)
      cursor.at += length
    }
  } else if (name === 'Nullable') {
    cursor.at += rows
    skip(cursor, first, rows)
  } else if (name === 'Array' || name === 'Map') {
    const last = cursor.at + 8 * (rows - 1)
    cursor.at += 8 * rows
    const within = rows > 0 ? Number(cursor.bytes.readBigUInt64LE(last)) : 0
    for (const part of inside) skip(cursor, part, within)
  } else if (name === 'Tuple') {
    for (const part of inside) skip(cursor, withoutName(part), rows)
  } else if (name === 'SimpleAggregateFunction') skip(cursor, inside[1] ?? '', rows)
  else if (name === 'LowCardinality') skipDictionary(cursor, first, rows)
  else cursor.at += rows * width(name, inside)
}

/** The dictionary's values, null among them as a plain one, and for each row a place in it. */
const skipDictionary = (cursor: Cursor, type: string, rows: number): void => {
  if (rows === 0) return
  const bytesOfPlace = 1 << cursor.bytes.readUInt8(cursor.at)
  const values = Number(cursor.bytes.readBigUInt64LE(cursor.at + 8))
  cursor.at += 16
  const { name, inside } = partsOf(type)
  skip(cursor, name === 'Nullable' ? (inside[0] ?? '') : type, values)
  cursor.at += 8 + rows * bytesOfPlace
}

const width = (name: string, [first = '']: string[]): number => {
  if (name === 'FixedString') return Number(first)
  if (name === 'Decimal') return decimalWidth(Number(first))
  const bytes = name.startsWith('Interval') ? 8 : FIXED[name]
  if (bytes) return bytes
  throw new Refused(`A column of type ${name} cannot be sent to this driver: select toString() of it.`, 48)
}

const decimalWidth = (digits: number): number => {
  if (digits <= 9) return 4
  if (digits <= 18) return 8
  return digits <= 38 ? 16 : 32
}

/** `Map(String, Array(UInt8))` is Map with String and Array(UInt8). */
const partsOf = (type: string): { name: string; inside: string[] } => {
  const open = type.indexOf('(')
  if (open < 0) return { name: type, inside: [] }
  const inside: string[] = []
  let depth = 0
  let quoted = false
  let from = open + 1
  for (let at = open + 1; at < type.length; at++) {
    const sign = type[at]
    if (sign === '\\') at += 1
    else if (sign === "'" || sign === '`') quoted = !quoted
    else if (!quoted && sign === '(') depth += 1
    else if (!quoted && ((sign === ',' && depth === 0) || (sign === ')' && depth === 0))) {
      inside.push(type.slice(from, at).trim())
      from = at + 1
    } else if (!quoted && sign === ')') depth -= 1
  }
  return { name: type.slice(0, open), inside }
}

/** An element of a tuple may have a name in front of its type, which begins with a capital. */
const withoutName = (part: string): string => {
  const named = /^(?:`[^`]*`|[a-z_]\w*) /.exec(part)?.[0] ?? ''
  const type = part.slice(named.length)
  return /^[A-Z]/.test(type) ? type : part
}
