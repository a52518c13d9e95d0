/** Gives the page the dashboard's quieter look and the staff's chosen theme for as long as it is shown. */
import './dashboard.css'
import { useLayoutEffect } from 'react'
import { applyTheme } from '../../ui/theme.ts'

export const useDashboardSurface = (title: string): void => {
  useLayoutEffect(() => {
    const before = document.title
    document.title = title
    document.documentElement.dataset.surface = 'dashboard'
    const removeTheme = applyTheme()
    return () => {
      document.title = before
      delete document.documentElement.dataset.surface
      removeTheme()
    }
  }, [title])
}
