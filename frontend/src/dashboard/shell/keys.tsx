/** The single keys that work on every page, and the sheet that lists them. WCAG 2.1.4 wants them to be switchable. */
import { useQueryClient } from '@tanstack/react-query'
import { DASHBOARD_PAGES } from '../../dashboard-pages.ts'
import { useGoToPage } from '../address/page-links.ts'
import { CUSTOM_KEY, PRESETS } from '../address/range.ts'
import { useChooseRange } from '../address/use-range.ts'
import { useOpenForm } from '../campaigns/form/shared-draft.tsx'
import { KeySheet } from '../settings/key-sheet.tsx'
import { useKeysEnabled } from '../settings/keys-enabled.ts'
import { focusDays } from './range-bar/range-bar.tsx'
import { focusSearch, openRecord, stepRecord, toggleRecord } from './record-keys.ts'
import { useShortcuts } from './use-shortcuts.ts'

type KeysProps = { isSheetOpen: boolean; onSheet: (open: boolean) => void }

export const Keys = ({ isSheetOpen, onSheet }: KeysProps) => {
  const client = useQueryClient()
  const goTo = useGoToPage()
  const { choosePreset } = useChooseRange()
  const { open } = useOpenForm()
  const [enabled, setEnabled] = useKeysEnabled()
  useShortcuts(
    {
      ...Object.fromEntries(DASHBOARD_PAGES.map((page, at) => [String(at + 1), () => goTo(page)])),
      ...Object.fromEntries(PRESETS.flatMap(({ id, key }) => (key ? [[key, () => choosePreset(id)]] : []))),
      [CUSTOM_KEY]: focusDays,
      n: open,
      '/': focusSearch,
      j: () => stepRecord(1),
      k: () => stepRecord(-1),
      x: toggleRecord,
      o: openRecord,
      r: () => void client.invalidateQueries(),
      '?': () => onSheet(true),
    },
    enabled,
  )
  if (!isSheetOpen) return null
  return <KeySheet onClose={() => onSheet(false)} enabled={enabled} onEnabled={setEnabled} />
}
