import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { setTheme, useTheme } from '../../ui/theme.ts'
import { CUSTOM_KEY, PRESETS } from '../range/range.ts'
import { FROM_ID } from '../range/range-bar.tsx'
import { useRange } from '../range/use-range.ts'
import { goTo, PLACES } from './places.ts'
import { focusSearch, openRecord, stepRecord, toggleRecord } from './record-keys.ts'
import { nextTheme } from './theme-button.tsx'

const KEY = 'single_key_shortcuts'

/** The page's single keys. WCAG 2.1.4 wants them to be switchable, as speech input can set them off. */
export const useKeys = ({ onNewCampaign }: { onNewCampaign: () => void }) => {
  const client = useQueryClient()
  const theme = useTheme()
  const { choosePreset } = useRange()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [enabled, setEnabled] = useState(() => localStorage.getItem(KEY) !== 'off')
  useShortcuts(
    {
      ...Object.fromEntries(PLACES.map(({ id }, at) => [String(at + 1), () => goTo(id)])),
      ...Object.fromEntries(PRESETS.map(({ id, key }) => [key, () => choosePreset(id)])),
      [CUSTOM_KEY]: () => document.getElementById(FROM_ID)?.focus(),
      n: onNewCampaign,
      '/': focusSearch,
      j: () => stepRecord(1),
      k: () => stepRecord(-1),
      x: toggleRecord,
      o: openRecord,
      r: () => void client.invalidateQueries({ queryKey: ['/api/admin'] }),
      t: () => setTheme(nextTheme(theme)),
      '?': () => setSheetOpen(true),
    },
    enabled,
  )
  return {
    isSheetOpen,
    openSheet: () => setSheetOpen(true),
    closeSheet: () => setSheetOpen(false),
    enabled,
    setEnabled: (next: boolean) => {
      localStorage.setItem(KEY, next ? 'on' : 'off')
      setEnabled(next)
    },
  }
}
