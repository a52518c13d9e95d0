/** Number of leads that arrived since this browser last showed the list of leads. */
import { focusManager } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { useRead } from '../data/use-read.ts'

const KEY = 'leads-looked-at'
const SHOW_LEADS: readonly DashboardPage[] = ['overview', 'leads']

const isInView = () => focusManager.isFocused()

export const useNewLeads = (page: DashboardPage): number => {
  const [since, setSince] = useState(() => localStorage.getItem(KEY) ?? '')
  const isLooking =
    useSyncExternalStore(focusManager.subscribe, isInView, isInView) && SHOW_LEADS.includes(page)
  const query = useRead('newLeads', { query: { since } })
  // Ignore placeholder data, because it belongs to an earlier `since`.
  const data = query.isPlaceholderData ? undefined : query.data
  useEffect(() => {
    if (!data || (since && (!isLooking || data.count === 0))) return
    localStorage.setItem(KEY, data.at)
    setSince(data.at)
  }, [data, isLooking, since])
  return isLooking ? 0 : (data?.count ?? 0)
}
