import { expect, test } from 'vitest'
import { shown } from '../testing/shown.tsx'
import { working } from '../testing/writing.ts'
import { KeySheet, useKeysEnabled } from './key-sheet.tsx'

const Switch = () => (useKeysEnabled()[0] ? 'on' : 'off')

test('single-key shortcuts work unless this browser has disabled them', () => {
  const state = (stored: Record<string, string>) => shown(<Switch />, { stored })
  expect(state({})).toEqual(['on'])
  expect(state({ single_key_shortcuts: 'on' })).toEqual(['on'])
  expect(state({ single_key_shortcuts: 'off' })).toEqual(['off'])
})

test('the browser stores whether shortcuts are enabled', () => {
  const { hook, kept } = working(useKeysEnabled)
  const [, set] = hook
  const after = [false, true].map(enabled => {
    set(enabled)
    return kept.single_key_shortcuts
  })
  expect(after).toEqual(['off', 'on'])
})

test('the sheet lists every shortcut and whether they are enabled', () => {
  const sheet = (enabled: boolean) =>
    shown(<KeySheet enabled={enabled} onEnabled={() => undefined} onClose={() => undefined} />)
  expect(sheet(true)).toEqual([
    'Keyboard shortcuts',
    // The checkbox is first, because a dialog scrolls to its first control.
    '[x] Use single-key shortcuts in this browser',
    '1 2 3 4 5 6 7: Go to a page, in the order of the menu',
    'd: Figures of today',
    'w: Figures of the last 7 days',
    'm: Figures of the last 30 days',
    'q: Figures of the last 90 days',
    'a: Figures of all time',
    'c: Choose a date range',
    'n: Create a new campaign',
    '/: Search in the section you are in',
    'j k: Go to the next or previous record, also in the panel',
    'x: Select the record you are on',
    'J K: Select the record you are on, and the next or previous one',
    'Space: Open the panel of the record you are on, and stay in the list',
    'Enter: Open the panel of the record you are on, and go into it',
    '1 2 3 4: On a lead: set its status. On a customer: tick an onboarding step',
    'o f r: Set the owner or follow-up of the record you are on, or reply',
    'u: Press the button in the notification, such as Undo',
    'r: Reload all data, unless you are on a record',
    '?: Show this sheet',
    'Esc: Close a dialog or the panel',
    '[Close]',
  ])
  expect(sheet(false)).toContain('[ ] Use single-key shortcuts in this browser')
})
