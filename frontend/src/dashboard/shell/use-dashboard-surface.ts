import './dashboard.css'
import './print.css'
import { useLayoutEffect } from 'react'
import { applyTheme } from '../../ui/theme.ts'

export const useDashboardSurface = (title: string): void => {
  useLayoutEffect(() => {
    document.title = title
    document.documentElement.dataset.surface = 'dashboard'
    applyTheme()
  }, [title])
}
