import { useQueryClient } from '@tanstack/react-query'
import { setTheme, THEMES } from '../../ui/theme.ts'
import { useGoToPage } from '../address/page-links.ts'
import { CUSTOM_KEY, PRESETS, useChooseRange } from '../address/range.ts'
import { useMay } from '../data/use-read.ts'
import { useOpenForm } from '../pieces/shared-draft.tsx'
import { keyOfPage, PLACES, usePages } from './pages.ts'
import { focusDays } from './range-bar/range-bar.tsx'
import { logout } from './session/logout.ts'

export type Action = { words: string; key?: string | undefined; run: () => void }

export const THEME_NAMES = { system: 'Same as this device', light: 'Light', dark: 'Dark' } as const

export const useActions = (): { pages: Action[]; actions: Action[] } => {
  const client = useQueryClient()
  const goTo = useGoToPage()
  const { choosePreset } = useChooseRange()
  const { open } = useOpenForm()
  const pages = usePages()
  const isStaff = useMay('staff')
  return {
    pages: pages.map(id => ({ words: PLACES[id].label, key: keyOfPage(id), run: () => goTo(id) })),
    actions: [
      ...(isStaff ? [{ words: 'Create a new campaign', key: 'n', run: open }] : []),
      ...PRESETS.map(({ id, words, key }) => ({
        words: `Figures of ${words}`,
        key,
        run: () => choosePreset(id),
      })),
      { words: 'Choose a date range', key: CUSTOM_KEY, run: focusDays },
      { words: 'Reload all data', key: 'r', run: () => void client.invalidateQueries() },
      ...THEMES.map(theme => ({ words: `Theme: ${THEME_NAMES[theme]}`, run: () => setTheme(theme) })),
      { words: 'View Onboarding', run: () => location.assign('/onboarding') },
      { words: 'Log out', run: () => void logout() },
    ],
  }
}
