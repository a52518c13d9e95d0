/** Cost reports in the formats of platforms and spreadsheets: what the preview reads, asks or rejects. Each row is one file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { writeXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportAnswer } from '../../contract/costs/spend.ts'
import { openStaffApi, type StaffApi } from '../../testing/api.ts'
import { FORMATS } from './formats.ts'

type Cell = string | number | { day: string }
type Input =
  | string
  | { file: string }
  | { text: string; currency?: string; encoding?: 'utf16le' | 'latin1' }
  | { xlsx: Cell[][][] }
  | { base64: string }
/** `read`: cost and clicks by name. `from`: first day. `leftOut`: number of skipped rows. */
type Right = {
  read?: Record<string, [cost: number, clicks: number | null]>
  from?: string
  format?: string
  account?: string
  leftOut?: number
  asks?: 'dates' | 'columns' | 'millionths' | 'day' | 'click' | 'credit'
  refused?: string
}
const INPUTS = join(import.meta.dirname, '..', '..', '..', 'infra', 'rigs', 'inputs')
const rows: { input: Input; right: Right; source: string; note?: string }[] = JSON.parse(
  readFileSync(join(INPUTS, 'reports.json'), 'utf8'),
)

const bytesOf = async (input: Input): Promise<Buffer> => {
  if (typeof input === 'string') return Buffer.from(input)
  if ('file' in input) return readFileSync(join(INPUTS, 'reports', input.file))
  if ('base64' in input) return Buffer.from(input.base64, 'base64')
  if ('text' in input) return Buffer.from(input.text, input.encoding ?? 'utf8')
  const cellOf = (cell: Cell) => (typeof cell === 'object' ? new Date(`${cell.day}T00:00:00Z`) : cell)
  const sheets = input.xlsx.map((lines, at) => ({
    name: `Sheet ${at + 1}`,
    rows: lines.map(line => line.map(cellOf)),
  }))
  return Buffer.from(await writeXlsx({ sheets }))
}

let api: StaffApi
const apps = new Map<string, FastifyInstance>()
beforeAll(async () => {
  api = await openStaffApi()
  await api.moveTo(new Date('2026-11-28T12:00:00Z'))
  apps.set('GBP', api.app)
  const campaign = { date: '2026-01-01', platform: 'Ads', utmSource: 'google', utmMedium: 'cpc' }
  for (const name of ['Drains', 'Boilers'])
    await api.call('POST', 'campaigns', { ...campaign, name, generatedUrl: 'https://www.example.com/' })
})
afterAll(() => api.close())

const preview = async (input: Input) => {
  const currency = typeof input === 'object' && 'text' in input ? (input.currency ?? 'GBP') : 'GBP'
  const app = apps.get(currency) ?? (await api.build({ currency }))
  apps.set(currency, app)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/admin/spend/import?preview=true',
    headers: { 'content-type': 'application/octet-stream' },
    cookies: api.cookies,
    payload: await bytesOf(input),
  })
  return answer.json<ImportAnswer & { detail?: string }>()
}

/** Converts the answer to the form of `right`. */
const saidOf = (
  { campaigns, range, format, source, leftOut, ...answer }: ImportAnswer,
  right: Right,
): Right => {
  const asked = answer.sheet ? 'columns' : answer.asksForDates ? 'dates' : answer.questions[0]?.about
  if (asked) return { asks: asked }
  if (answer.problems.length > 0) return { refused: answer.problems.map(({ message }) => message).join('; ') }
  return {
    read: Object.fromEntries(campaigns.map(({ name, cost, clicks }) => [name, [cost, clicks]])),
    ...(right.from && { from: range?.from ?? '' }),
    ...(right.format && { format }),
    ...(right.account && { account: source.account ?? '' }),
    ...(right.leftOut && { leftOut: leftOut.reduce((sum, { rows: n }) => sum + n, 0) }),
  }
}

test.each(rows.map(row => [JSON.stringify(row.input).slice(0, 120), row] as const))(
  'the report %s is imported, questioned or refused as its row says',
  async (_, { input, right }) => {
    const answer = await preview(input)
    const said = answer.detail ? { refused: answer.detail } : saidOf(answer, right)
    expect(said).toEqual(right.refused ? { refused: expect.stringContaining(right.refused) } : right)
  },
)

test('every format has a sample in the list', () => {
  const files = rows.flatMap(({ input }) =>
    typeof input === 'object' && 'file' in input ? [input.file] : [],
  )
  expect(files.toSorted()).toEqual(
    FORMATS.map(({ platform }) => `${platform.toLowerCase().replaceAll(' ', '-')}.csv`).toSorted(),
  )
})
