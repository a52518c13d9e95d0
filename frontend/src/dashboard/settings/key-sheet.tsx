import { useState } from 'react'
import { DASHBOARD_PAGES } from '../../dashboard-pages.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CUSTOM_KEY, PRESETS } from '../address/range.ts'

const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  {
    keys: DASHBOARD_PAGES.map((_, at) => String(at + 1)),
    does: 'Go to a page, in the order of the menu',
  },
  ...PRESETS.flatMap(({ key, words }) => (key ? { keys: [key], does: `Figures of ${words}` } : [])),
  { keys: [CUSTOM_KEY], does: 'Choose a date range' },
  { keys: ['n'], does: 'Create a new campaign' },
  { keys: ['/'], does: 'Search in the section you are in' },
  { keys: ['j', 'k'], does: 'Go to the next or previous record, also in the panel' },
  { keys: ['x'], does: 'Select the record you are on' },
  { keys: ['J', 'K'], does: 'Select the record you are on, and the next or previous one' },
  { keys: ['Space'], does: 'Open the panel of the record you are on, and stay in the list' },
  { keys: ['Enter'], does: 'Open the panel of the record you are on, and go into it' },
  { keys: ['1', '2', '3', '4'], does: 'On a lead: set its status. On a customer: tick an onboarding step' },
  { keys: ['o', 'f', 'r'], does: 'Set the owner or follow-up of the record you are on, or reply' },
  { keys: ['u'], does: 'Press the button in the notification, such as Undo' },
  { keys: ['r'], does: 'Reload all data, unless you are on a record' },
  { keys: ['?'], does: 'Show this sheet' },
  { keys: ['Esc'], does: 'Close a dialog or the panel' },
]

type KeySheetProps = { onClose: () => void; enabled: boolean; onEnabled: (enabled: boolean) => void }

export const KeySheet = ({ onClose, enabled, onEnabled }: KeySheetProps) => (
  <Dialog open onClose={onClose} title="Keyboard shortcuts" className="sm:max-w-md">
    {/* This control comes first, because a dialog scrolls to its first control when it opens. */}
    <Checkbox
      label="Use single-key shortcuts in this browser"
      checked={enabled}
      onChange={event => onEnabled(event.target.checked)}
      className="mt-4 border-b border-line pb-4"
    />
    <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5">
      {KEYS.map(({ keys, does }) => (
        <div key={does} className="col-span-2 grid grid-cols-subgrid">
          <dt className="flex max-w-36 flex-wrap items-start gap-1">
            {keys.map(key => (
              <kbd
                key={key}
                className="min-w-6.5 rounded-sm border border-b-2 border-strong-line px-1.5 py-[0.05rem] text-center font-sans text-xs leading-normal"
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)

const KEY = 'single_key_shortcuts'

export const useKeysEnabled = (): [enabled: boolean, set: (enabled: boolean) => void] => {
  const [enabled, setEnabled] = useState(() => localStorage.getItem(KEY) !== 'off')
  const set = (next: boolean) => {
    localStorage.setItem(KEY, next ? 'on' : 'off')
    setEnabled(next)
  }
  return [enabled, set]
}
