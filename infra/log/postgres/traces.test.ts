/** The log in PostgreSQL stores the trace contexts of its entries. */
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { insertBatch, readLogTable } from '../../rigs/testing/log/log-table.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { openLog } from '../open-log.ts'
import { rewriteLog } from './rewrite.ts'

const cleanUp = cleanUpAfter('each')
const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }

test('an erasure removes the trace of the rewritten entry, and other entries of the row keep their traces', async () => {
  const { sql } = await openTestPostgres()
  const traced = ['a', 'b', 'c'].map(key => ({ key, value: 'said', headers }))
  await insertBatch(sql, 0, 0, traced)
  await rewriteLog(work => work(sql), {
    batches: sql`true`,
    rewrite: ({ key }) => (key === 'b' ? { key: 'nobody', value: '' } : null),
  })
  const left = (await readLogTable(sql)).map(({ key, value, headers }) => ({
    key,
    value,
    ...(headers && { headers }),
  }))
  expect(left).toEqual([traced[0], { key: 'nobody', value: '' }, traced[2]])
})

test.each([
  ['a NUL, which parts what a row holds', `00-${'a'.repeat(32)}\0${'b'.repeat(16)}-01`],
  ['a line end', `${headers.traceparent}\n`],
  ['too much', headers.traceparent.repeat(200)],
  ['nothing', ''],
])('an invalid traceparent is refused before it is written: %s', async (_, traceparent) => {
  const { sql, url } = await openTestPostgres()
  const log = await openLog(url)
  cleanUp.push(log.close)
  await expect(log.append([{ key: 'k', value: 'v', headers: { traceparent } }])).rejects.toThrow(
    'traceparent',
  )
  expect(await readLogTable(sql)).toEqual([])
})
