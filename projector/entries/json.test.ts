import { expect, test } from 'vitest'
import { envelopeOf, visit } from '../testing/events.ts'
import { jsonOf } from './json.ts'
import { readEntry } from './read.ts'
import { tallyOf } from './tally.ts'

test('parsed text does not depend on earlier input', () => {
  const texts = ['{"v":1}', 'no JSON', '', '[1]', 'null', '{"v":2}', '"text"']
  for (const before of texts)
    for (const text of texts) {
      jsonOf(before)
      expect([text, jsonOf(text)]).toEqual([text, plain(text)])
    }
})

test('reading an entry does not change its parsed JSON, so a second reading gives the same result', () => {
  const value = JSON.stringify(envelopeOf([visit(), visit()]))
  const json = jsonOf(value)
  readEntry({ value })
  tallyOf(value)
  expect(jsonOf(value)).toBe(json)
  expect(json).toEqual(JSON.parse(value))
})

const plain = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
