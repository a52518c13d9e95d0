/**
 * ClickHouse's Native format as a driver reads it that names its revision of the protocol (`client_protocol_version`, as
 * clickhouse-go does): each block begins with its info, and each column says that it is not serialised in a special way. The
 * embedded engine writes the format without both. https://clickhouse.com/docs/interfaces/formats/Native
 */
import { setImmediate } from 'node:timers/promises'
import { Refused } from './tokens.ts'

/** From this revision on a column has the mark. Older ones are content with the format as the engine writes it. */
export const MARKED_COLUMNS = 54454

/** Field 1: no overflow row; field 2: bucket -1; end. */
const BLOCK_INFO = Buffer.from([1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0])
const NOT_SPECIAL = Buffer.from([0])

/** Texts that are stepped over in one go. */
const STEPS = 100_000

type Steps<Part = never> = Generator<Part | undefined, void>

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

/**
 * The answer in parts, of which those that the engine wrote are not copied. Leaves the event loop to others on its way: an answer
 * may hold a hundred million texts, and each has to be stepped over. Throws Refused for a type that it does not know.
 */
export const withRevision = async (bytes: Buffer): Promise<Buffer[]> => {
  const cursor = { bytes, at: 0 }
  const found: Buffer[] = []
  let from = 0
  for (const mark of marks(cursor)) {
    if (mark === undefined) await setImmediate()
    else {
      found.push(bytes.subarray(from, cursor.at), mark)
      from = cursor.at
    }
  }
  return [...found, bytes.subarray(from)]
}

/** What is missing where the cursor is; nothing after some steps. */
function* marks(cursor: Cursor): Steps<Buffer> {
  while (cursor.at < cursor.bytes.length) {
    yield BLOCK_INFO
    const columns = varint(cursor)
    const rows = varint(cursor)
    for (let i = 0; i < columns; i++) {
      text(cursor)
      const type = text(cursor)
      yield NOT_SPECIAL
      if (rows > 0) {
        // The state of every dictionary in the type comes first.
        cursor.at += 8 * (type.match(/\bLowCardinality\(/g)?.length ?? 0)
        yield* skip(cursor, type, rows)
      }
      yield
    }
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
function* skip(cursor: Cursor, type: string, rows: number): Steps {
  const { name, inside } = partsOf(type)
  const [first = ''] = inside
  if (name === 'String') {
    for (let i = 1; i <= rows; i++) {
      const length = varint(cursor)
      cursor.at += length
      if (i % STEPS === 0) yield
    }
  } else if (name === 'Nullable') {
    cursor.at += rows
    yield* skip(cursor, first, rows)
  } else if (name === 'Array' || name === 'Map') {
    const last = cursor.at + 8 * (rows - 1)
    cursor.at += 8 * rows
    const within = rows > 0 ? Number(cursor.bytes.readBigUInt64LE(last)) : 0
    for (const part of inside) yield* skip(cursor, part, within)
  } else if (name === 'Tuple') {
    for (const part of inside) yield* skip(cursor, withoutName(part), rows)
  } else if (name === 'SimpleAggregateFunction') yield* skip(cursor, inside[1] ?? '', rows)
  else if (name === 'LowCardinality') yield* skipDictionary(cursor, first, rows)
  else cursor.at += rows * width(name, inside)
}

/** The dictionary's values, null among them as a plain one, and for each row a place in it. */
function* skipDictionary(cursor: Cursor, type: string, rows: number): Steps {
  if (rows === 0) return
  const bytesOfPlace = 1 << cursor.bytes.readUInt8(cursor.at)
  const values = Number(cursor.bytes.readBigUInt64LE(cursor.at + 8))
  cursor.at += 16
  const { name, inside } = partsOf(type)
  yield* skip(cursor, name === 'Nullable' ? (inside[0] ?? '') : type, values)
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
  let quote = ''
  let from = open + 1
  for (let at = open + 1; at < type.length; at++) {
    const sign = type[at] ?? ''
    if (sign === '\\') at += 1
    else if (quote) quote = sign === quote ? '' : quote
    else if (sign === "'" || sign === '`') quote = sign
    else if (sign === '(') depth += 1
    else if (sign === ')' && depth > 0) depth -= 1
    else if (sign === ')' || (sign === ',' && depth === 0)) {
      inside.push(type.slice(from, at).trim())
      from = at + 1
    }
  }
  return { name: type.slice(0, open), inside }
}

/** An element of a tuple may have a name in front of its type, which has no blank before its first bracket. */
const withoutName = (part: string): string => part.replace(/^(?:`(?:[^`\\]|\\.)*`|[A-Za-z_]\w*) /, '')
