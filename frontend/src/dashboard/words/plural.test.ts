import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { counted, plural } from './format.ts'

test.each([
  [0, '0 leads are back.'],
  [1, '1 lead is back.'],
  [2, '2 leads are back.'],
  [1.5, '1.5 leads are back.'],
  [1001, '1,001 leads are back.'],
])('the count %d gives: %s', (value, sentence) => {
  expect(`${counted(value, 'leads')} ${plural(value, 'is', 'are')} back.`).toBe(sentence)
})

test.each(['entries', 'queries', 'leads', 'visitors', 'days'])(
  'the number 1 takes the singular of %s',
  noun => {
    expect(counted(1, noun)).toBe(`1 ${{ entries: 'entry', queries: 'query' }[noun] ?? noun.slice(0, -1)}`)
    expect(counted(2, noun)).toBe(`2 ${noun}`)
  },
)

/** Finds a variable number right before a plural noun. */
const BARE = /\$?\{(?:count\()?[\w.]*(?:count|total|length|Count|Total)\)?\} (?:\$?\{noun\}|[a-z]+s\b(?!=))/g

test('no text of the dashboard puts a plural after a number without a check for one', () => {
  expect('delete {selection.count} {noun}?'.match(BARE)).toHaveLength(1)
  expect('<p>{leads.length} leads</p>'.match(BARE)).toHaveLength(1)
  const files = globSync('**/*.{ts,tsx}', { cwd: `${import.meta.dirname}/..` }).filter(
    name => !/\.test\.|testing/.test(name),
  )
  const bare = files.flatMap(name =>
    [...readFileSync(`${import.meta.dirname}/../${name}`, 'utf8').matchAll(BARE)].map(
      ([text]) => `${name}: ${text}`,
    ),
  )
  // The number of steps is constant. The specification quotes the question before a deletion.
  expect(bare.toSorted()).toEqual([
    expect.stringMatching(/^onboarding.submission-row.tsx: .*STEPS.length} steps$/),
    expect.stringMatching(/^pieces.inbox.use-inbox.ts: .*selection.count} .*noun}$/),
  ])
})
