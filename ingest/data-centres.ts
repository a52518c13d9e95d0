/** IP ranges of hosting providers. A visit from such a range is probably automated. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf } from '@firsttouch/infra/platform/network'

/** The address as a number (IPv6: first 64 bits). IPv4 and IPv6 share a list, as public IPv6 numbers are larger. */
export const addressNumber = (ip: string): bigint | undefined =>
  addressOf(ip)
    ?.toByteArray()
    .slice(0, 8)
    .reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)

/** The sorted ranges as a flat list: first address, last address, first, last, … */
const EDGES = BigUint64Array.from(
  readFileSync(join(import.meta.dirname, 'data-centres.txt'), 'utf8')
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
    .flatMap(line => line.split(' ').map(ip => addressNumber(ip) ?? 0n)),
)

export const isDataCentre = (ip: string): boolean => {
  const number = addressNumber(ip)
  if (number === undefined) return false
  let [low, high] = [0, EDGES.length / 2]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((EDGES[2 * middle] ?? 0n) <= number) low = middle + 1
    else high = middle
  }
  return low > 0 && number <= (EDGES[2 * low - 1] ?? 0n)
}
