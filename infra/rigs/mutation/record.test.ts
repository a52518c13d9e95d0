import { expect, test } from 'vitest'
import { FOLDERS } from './folders.ts'
import { merge, type Recorded, recordedScores, shownScores, tableOf } from './record.ts'

const score = (folder: string, more: Partial<Recorded> = {}): Recorded => ({
  folder,
  part: 'code',
  mutants: 8,
  noticed: 7,
  accepted: 1,
  broken: 0,
  of: 'whole',
  date: '2026-03-01',
  ...more,
})

test('the page shows what was recorded, of folders that are mutated', () => {
  const scores = recordedScores()
  expect(shownScores()).toBe(tableOf(scores))
  expect(scores.map(({ folder }) => folder).filter(folder => !(folder in FOLDERS))).toEqual([])
})

test('a later run takes the place of an earlier one of the same folder and part', () => {
  const [ingest, sql, again] = [
    score('ingest'),
    score('ingest', { part: 'SQL' }),
    score('ingest', { noticed: 8 }),
  ]
  expect(merge([score('infra/log'), ingest, sql], [again])).toEqual([score('infra/log'), sql, again])
})

test('the table ends with all folders together', () => {
  const lines = tableOf([score('ingest'), score('infra/log', { mutants: 2, noticed: 0 })]).split('\n')
  expect(
    lines
      .at(-2)
      ?.split('|')
      .map(cell => cell.trim()),
  ).toEqual(['', 'all', '', '10', '7', '', '', '70.0 %', '', '', ''])
})
