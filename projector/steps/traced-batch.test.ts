import { errorLine } from '@firsttouch/infra/platform/tracing/traced-errors'
import { openTestTracing } from '@firsttouch/infra/rigs/testing/tracing/test-tracing'
import { expect, test } from 'vitest'
import { recordsOf, visit } from '../testing/events.ts'
import { tracedBatch } from './traced-batch.ts'

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

test('the error of a traced batch is logged with its trace id, and the error of another batch without one', async () => {
  const { tracing, received } = await openTestTracing()
  const failure = new Error('the store is away')
  const step = { name: 'INSERT', kind: 'client', attributes: {} } as const
  const batch = tracedBatch(() => tracing.step(step, () => Promise.reject(failure)), tracing, 'group')
  const fail = async (headers?: { traceparent: string }) => {
    const records = recordsOf([visit()]).map(record => (headers ? { ...record, headers } : record))
    return errorLine(await batch(records).catch(error => error))
  }
  expect(await fail()).toEqual({ err: failure })
  const line = await fail({ traceparent })
  const spans = await received()
  const own = spans.find(({ links }) => links.some(({ traceId }) => traceId === 'a'.repeat(32)))
  expect(line).toEqual({ err: failure, trace_id: own?.traceId })
  expect(errorLine('said in words')).toEqual({ err: 'said in words' })
})
