import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'
import { isWorkbook } from './sheets.ts'

const workbook = async (...sheets: (string | number | Date)[][][]) =>
  Buffer.from(await writeXlsx({ sheets: sheets.map((rows, at) => ({ name: `S${at}`, rows })) }))
const HEADINGS = ['Day', 'Campaign', 'Cost', 'Clicks']
const DAY = new Date('2026-02-01T00:00:00Z')

test('numbers and days of a workbook keep their values', async () => {
  const { rows, columns } = await readTable(await workbook([HEADINGS, [DAY, 'Brand', 1.234, 12]]))
  expect(rows).toMatchObject([
    { line: 2, day: '2026-02-01 00:00:00', campaign: 'Brand', cost: '1.234000', clicks: '12', wrong: '' },
  ])
  expect(columns.format).toBe('Google Ads')
})

test('sheets before the one with headings are skipped', async () => {
  const { rows } = await readTable(
    await workbook([['About']], [], [['Title'], HEADINGS, [DAY, 'Brand', 1, 2]]),
  )
  expect(rows).toMatchObject([{ line: 3, campaign: 'Brand' }])
})

test('an old or encrypted workbook is recognised by its first bytes and refused', () => {
  expect(() => isWorkbook(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toThrow('.xls')
  expect(isWorkbook(Buffer.from('Day,Campaign'))).toBe(false)
})

/** A ZIP archive with one entry whose header declares `declared` bytes. */
const archiveOf = (bytes: number, declared: number): Buffer => {
  const packed = deflateRawSync(Buffer.alloc(bytes))
  const name = Buffer.from('[Content_Types].xml')
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(declared, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.write('PK\x01\x02', 'latin1')
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(declared, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, entry, name, end])
}
const MIB = 1024 * 1024

test.each([
  ['declares too large a size', 100 * MIB, 100 * MIB, /larger than 64 MiB when unpacked/],
  ['declares no size', MIB, 0, /does not state its size/],
  ['is larger than it declares', 100 * MIB, 1_000, /is no Excel workbook/],
])('an archive that %s is refused before it is unpacked', async (_, bytes, declared, said) => {
  await expect(readTable(archiveOf(bytes, declared))).rejects.toThrow(said)
})
