import type { LogRecord } from '@firsttouch/infra/log/log'
import { expect, test } from 'vitest'
import { recordsOf, visit } from '../testing/events.ts'
import { openIsolation } from './isolate.ts'
import { NOTHING } from './project.ts'

const records = recordsOf(Array.from({ length: 20 }, () => visit()))
/** A store that refuses whatever holds one of these offsets, and what it took. */
const refusing = (...offsets: number[]) => {
  const taken: number[] = []
  const project = async (some: LogRecord[]) => {
    if (some.some(({ offset }) => offsets.includes(offset)))
      throw Object.assign(new Error('no such value'), { code: '27' })
    taken.push(...some.map(({ offset }) => offset))
    return NOTHING
  }
  return { taken, project }
}

test.each([[[0]], [[11]], [[19]], [[0, 1, 19]], [[]]])(
  'what the store refuses, at %j of 20, is set aside alone, and all others are taken once and in their order',
  async bad => {
    const { taken, project } = refusing(...bad)
    const { deadLetters } = await openIsolation().project(records, project)
    expect(deadLetters.map(({ offset }) => offset)).toEqual(bad)
    expect(taken).toEqual([...records.keys()].filter(offset => !bad.includes(offset)))
  },
)
