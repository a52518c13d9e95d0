/**
 * CityHash128 of release 1.0.2, which ClickHouse's compressed blocks carry as a checksum (later releases hash
 * differently): Geoff Pike and Jyrki Alakuijala, "Introducing CityHash", 2011. Sums and products are of 64 bits.
 */

const K0 = 0xc3a5c85c97cb3127n
const K1 = 0xb492b66fbe98f273n
const K2 = 0x9ae16a3b2f90404fn
const K3 = 0xc949d7c7509e6557n
const MUL = 0x9ddfea08eb382d69n

type Pair = [low: bigint, high: bigint]

const u64 = (value: bigint): bigint => BigInt.asUintN(64, value)
const rotate = (value: bigint, by: bigint): bigint =>
  by === 0n ? value : u64((value >> by) | (value << (64n - by)))
const mix = (value: bigint): bigint => value ^ (value >> 47n)

const of16 = (u: bigint, v: bigint): bigint => {
  const a = mix(u64((u ^ v) * MUL))
  return u64(mix(u64((v ^ a) * MUL)) * MUL)
}

const of0To16 = (s: Buffer): bigint => {
  const n = s.length
  if (n > 8) {
    const a = s.readBigUInt64LE(0)
    const b = s.readBigUInt64LE(n - 8)
    return of16(a, rotate(u64(b + BigInt(n)), BigInt(n))) ^ b
  }
  if (n >= 4) return of16(BigInt(n) + (BigInt(s.readUInt32LE(0)) << 3n), BigInt(s.readUInt32LE(n - 4)))
  if (n === 0) return K2
  const y = BigInt((s[0] ?? 0) + ((s[n >> 1] ?? 0) << 8))
  const z = BigInt(n + ((s[n - 1] ?? 0) << 2))
  return u64(mix(u64(y * K2) ^ u64(z * K3)) * K2)
}

const weak32 = (s: Buffer, at: number, seedA: bigint, seedB: bigint): Pair => {
  const [w, x, y, z] = [0, 8, 16, 24].map(by => s.readBigUInt64LE(at + by)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  const a = u64(seedA + w)
  const b = rotate(u64(seedB + a + z), 21n)
  const c = u64(a + x + y)
  return [u64(c + z), u64(b + rotate(c, 44n) + a)]
}

const murmur = (s: Buffer, [seedLow, seedHigh]: Pair): Pair => {
  let [a, b, c, d] = [seedLow, seedHigh, 0n, 0n]
  if (s.length <= 16) {
    a = u64(mix(u64(a * K1)) * K1)
    c = u64(b * K1 + of0To16(s))
    d = mix(u64(a + (s.length >= 8 ? s.readBigUInt64LE(0) : c)))
  } else {
    c = of16(u64(s.readBigUInt64LE(s.length - 8) + K1), a)
    d = of16(u64(b + BigInt(s.length)), u64(c + s.readBigUInt64LE(s.length - 16)))
    a = u64(a + d)
    for (let at = 0, left = s.length - 16; left > 0; at += 16, left -= 16) {
      a = u64(u64(a ^ u64(mix(u64(s.readBigUInt64LE(at) * K1)) * K1)) * K1)
      b ^= a
      c = u64(u64(c ^ u64(mix(u64(s.readBigUInt64LE(at + 8) * K1)) * K1)) * K1)
      d ^= c
    }
  }
  a = of16(a, c)
  b = of16(d, b)
  return [a ^ b, of16(b, a)]
}

const withSeed = (s: Buffer, seed: Pair): Pair => {
  if (s.length < 128) return murmur(s, seed)
  let [x, y] = seed
  let z = u64(BigInt(s.length) * K1)
  let v: Pair = [0n, 0n]
  v[0] = u64(rotate(y ^ K1, 49n) * K1 + s.readBigUInt64LE(0))
  v[1] = u64(rotate(v[0], 42n) * K1 + s.readBigUInt64LE(8))
  let w: Pair = [u64(rotate(u64(y + z), 35n) * K1 + x), u64(rotate(u64(x + s.readBigUInt64LE(88)), 53n) * K1)]
  let at = 0
  const step = () => {
    x = u64(rotate(u64(x + y + v[0] + s.readBigUInt64LE(at + 16)), 37n) * K1) ^ w[1]
    y = u64(rotate(u64(y + v[1] + s.readBigUInt64LE(at + 48)), 42n) * K1) ^ v[0]
    z = rotate(z ^ w[0], 33n)
    v = weak32(s, at, u64(v[1] * K1), u64(x + w[0]))
    w = weak32(s, at + 32, u64(z + w[1]), y)
    ;[x, z] = [z, x]
    at += 64
  }
  for (; s.length - at >= 128; ) {
    step()
    step()
  }
  const rest = s.length - at
  y = u64(y + rotate(w[0], 37n) * K0 + z)
  x = u64(x + rotate(u64(v[0] + z), 49n) * K0)
  for (let done = 0; done < rest; ) {
    done += 32
    y = u64(rotate(u64(y - x), 42n) * K0 + v[1])
    w = [u64(w[0] + s.readBigUInt64LE(s.length - done + 16)), w[1]]
    x = u64(rotate(x, 49n) * K0 + w[0])
    w = [u64(w[0] + v[0]), w[1]]
    v = weak32(s, s.length - done, v[0], v[1])
  }
  x = of16(x, v[0])
  y = of16(y, w[0])
  return [u64(of16(u64(x + v[1]), w[1]) + y), of16(u64(x + w[1]), u64(y + v[1]))]
}

/** Sixteen bytes, the low half first. */
export const cityHash128 = (bytes: Buffer): Buffer => {
  const [low, high] = hash(bytes)
  const out = Buffer.alloc(16)
  out.writeBigUInt64LE(low, 0)
  out.writeBigUInt64LE(high, 8)
  return out
}

const hash = (s: Buffer): Pair => {
  if (s.length >= 16) return withSeed(s.subarray(16), [s.readBigUInt64LE(0) ^ K3, s.readBigUInt64LE(8)])
  if (s.length >= 8)
    return withSeed(Buffer.alloc(0), [
      s.readBigUInt64LE(0) ^ u64(BigInt(s.length) * K0),
      s.readBigUInt64LE(s.length - 8) ^ K1,
    ])
  return withSeed(s, [K0, K1])
}
