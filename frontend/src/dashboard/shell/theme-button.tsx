import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { setTheme, THEMES, useTheme } from '../../ui/theme.ts'

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const

export const nextTheme = (theme: (typeof THEMES)[number]) =>
  THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'

export const ThemeButton = () => {
  const theme = useTheme()
  const Icon = ICONS[theme]
  return (
    <IconButton
      label={`Theme: ${theme}. Change to ${nextTheme(theme)}`}
      onClick={() => setTheme(nextTheme(theme))}
    >
      <Icon aria-hidden size={17} />
    </IconButton>
  )
}
