import { expect, test } from 'vitest'
import { DraftProvider } from '../pieces/shared-draft.tsx'
import { SESSION } from '../testing/answers/settings.ts'
import { type Given, shown } from '../testing/shown.tsx'
import { exactFirst, Palette } from './palette.tsx'

const nothing = () => undefined
const CLOSED = {
  ...{ draft: null, open: nothing, close: nothing, startWith: nothing },
  ...{ created: null, setCreated: nothing },
}

const choices = (given: Given = {}) =>
  shown(
    <DraftProvider value={CLOSED}>
      <Palette onClose={nothing} />
    </DraftProvider>,
    given,
  ).filter(line => /^\[(?!Search|x|Close)/.test(line))

test('the search starts with every page and action, each with its shortcut', () => {
  const all = choices()
  expect(all.slice(0, 9)).toEqual([
    ...['[Overview 1]', '[Traffic 2]', '[A/B tests 3]', '[Onboarding 4]', '[Leads 5]', '[Campaigns 6]'],
    ...['[Settings 7]', '[Create a new campaign n]', '[Figures of today d]'],
  ])
  expect(all).toContain('[Theme: Dark]')
  expect(all.at(-1)).toBe('[Log out]')
})

test('no shortcut has two actions', () => {
  const keys = choices().flatMap(line => / (\S)\]$/.exec(line)?.[1] ?? [])
  expect(keys).toContain('n')
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  // The palette lists no shortcuts that only work in lists.
  expect(keys.filter(key => 'jkxo/?'.includes(key))).toEqual([])
})

test('a viewer finds no action for staff', () => {
  const all = choices({ answers: { session: { ...SESSION, role: 'viewer' } } })
  expect(all).toContain('[Campaigns 6]')
  expect(all.join()).not.toMatch(/Leads|Onboarding 4|new campaign/)
})

test('a campaign whose whole name is typed is listed before leads that only mention it', () => {
  const found = (...names: string[]) => names.map(words => ({ words, run: nothing }))
  const groups = [
    ['Leads', found('Spring roofs Ltd')],
    ['Campaigns', found('Spring roofs')],
  ] as const
  const order = (typed: string) => exactFirst(groups, typed).map(([name]) => name)
  expect(order('spring ROOFS ')).toEqual(['Campaigns', 'Leads'])
  expect(order('spring')).toEqual(['Leads', 'Campaigns'])
})
