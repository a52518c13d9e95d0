/** The single keys that work on every page, and the sheet that lists them. WCAG 2.1.4 wants them to be switchable. */
import { useQueryClient } from '@tanstack/react-query'
import { DESK_PAGES } from '../../desk-pages.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { setTheme, useTheme } from '../../ui/theme.ts'
import { KeySheet } from '../frame/key-sheet.tsx'
import { focusSearch, openRecord, stepRecord, toggleRecord } from '../frame/record-keys.ts'
import { nextTheme } from '../frame/theme-button.tsx'
import { CUSTOM_KEY, PRESETS } from '../range/range.ts'
import { focusDays } from '../range/range-bar.tsx'
import { useChooseRange } from '../range/use-range.ts'
import { useOpenForm } from './campaign-draft.tsx'
import { useKeysEnabled } from './keys-enabled.ts'
import { useGoToPage } from './links.ts'

type KeysProps = { isSheetOpen: boolean; onSheet: (open: boolean) => void }

export const Keys = ({ isSheetOpen, onSheet }: KeysProps) => {
  const client = useQueryClient()
  const theme = useTheme()
  const goTo = useGoToPage()
  const { choosePreset } = useChooseRange()
  const { open } = useOpenForm()
  const [enabled, setEnabled] = useKeysEnabled()
  useShortcuts(
    {
      ...Object.fromEntries(DESK_PAGES.map((page, at) => [String(at + 1), () => goTo(page)])),
      ...Object.fromEntries(PRESETS.map(({ id, key }) => [key, () => choosePreset(id)])),
      [CUSTOM_KEY]: focusDays,
      n: open,
      '/': focusSearch,
      j: () => stepRecord(1),
      k: () => stepRecord(-1),
      x: toggleRecord,
      o: openRecord,
      r: () => void client.invalidateQueries({ queryKey: ['/api/admin'] }),
      t: () => setTheme(nextTheme(theme)),
      '?': () => onSheet(true),
    },
    enabled,
  )
  if (!isSheetOpen) return null
  return <KeySheet onClose={() => onSheet(false)} enabled={enabled} onEnabled={setEnabled} />
}
