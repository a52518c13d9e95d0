import { expect, test } from 'vitest'
import { openTestTracing } from '../../rigs/testing/tracing/test-tracing.ts'

const WORK = { name: 'batch', kind: 'consumer', attributes: {} } as const
const parentAt = (i: number, flags = '01') =>
  `00-${String(i + 1).padStart(32, '0')}-${'b'.repeat(16)}-${flags}`

test('a batch links once to each of its first hundred traces, and each trace links to the batch', async () => {
  const { tracing, received } = await openTestTracing()
  const parents = Array.from({ length: 500 }, (_, i) => parentAt(Math.floor(i / 2)))
  await tracing.batch(WORK, parents, async span => span?.add({ events: 3 }))
  const [batch, ...theirs] = await received()
  expect(batch?.links.map(({ traceId }) => Number(traceId))).toEqual(
    Array.from({ length: 100 }, (_, i) => i + 1),
  )
  expect(batch?.attributes).toEqual({ events: 3 })
  expect(theirs).toHaveLength(100)
  for (const one of theirs) expect(one.links).toEqual([{ traceId: batch?.traceId, spanId: batch?.spanId }])
  expect(theirs.map(({ traceId }) => Number(traceId))).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
})

test('entries without a sampled traceparent make no links', async () => {
  const { tracing, received } = await openTestTracing()
  const wrong = [
    '',
    'x',
    parentAt(1, '00'),
    `${parentAt(1)},${parentAt(2)}`,
    'é'.repeat(55),
    parentAt(-1),
    'a'.repeat(1e6),
  ]
  expect(await tracing.batch(WORK, wrong, async span => span)).toBeUndefined()
  expect(await received()).toEqual([])
})

test('a failed batch sets an error in every trace, and rejects with its cause', async () => {
  const { tracing, received, bodies } = await openTestTracing()
  const failing = tracing.batch(WORK, [parentAt(1)], async () => {
    throw new RangeError('quill@example.com')
  })
  await expect(failing).rejects.toThrow(RangeError)
  const spans = await received()
  expect(spans.map(({ failed, attributes }) => [failed, attributes['error.type']])).toEqual([
    [true, 'RangeError'],
    [true, 'RangeError'],
  ])
  expect(bodies.join()).not.toContain('quill')
})
