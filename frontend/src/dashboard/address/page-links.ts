import { useLocation, useNavigate } from 'react-router-dom'
import { type DashboardPage, dashboardPath } from '../../dashboard-pages.ts'
import { FILTER_NAMES } from './page-filter.ts'

type Params = Readonly<Record<string, string>>

const SHARED = ['range', 'from', 'to', 'compare', ...FILTER_NAMES]

const pageAddress = (page: DashboardPage, search: string, more: Params = {}): string => {
  const before = new URLSearchParams(search)
  const params = new URLSearchParams()
  for (const name of SHARED) {
    const value = before.get(name)
    if (value) params.set(name, value)
  }
  for (const [name, value] of Object.entries(more)) params.set(name, value)
  return `${dashboardPath(page)}${params.size > 0 ? `?${params}` : ''}`
}

export const usePageAddress = () => {
  const { search } = useLocation()
  return (page: DashboardPage, more?: Params): string => pageAddress(page, search, more)
}

export const useGoToPage = () => {
  const navigate = useNavigate()
  return (page: DashboardPage) => void navigate(pageAddress(page, location.search))
}
