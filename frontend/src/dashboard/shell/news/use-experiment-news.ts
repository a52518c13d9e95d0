/** News of tests until somebody has the page of tests before their eyes; kept in this browser, for all its windows. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DashboardPage } from '../../../dashboard-pages.ts'
import { useRead } from '../../data/use-read.ts'
import { type News, seenAfter, unseenIn } from './experiment-news.ts'
import { useIsInView } from './use-is-in-view.ts'

const KEY = 'tests-looked-at'

const subscribe = (listener: () => void) => {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
const stored = () => localStorage.getItem(KEY) ?? ''

export const useExperimentNews = (page: DashboardPage): News => {
  const elsewhere = useSyncExternalStore(subscribe, stored, stored)
  const [, draw] = useState('')
  const isLooking = useIsInView() && page === 'split-test'
  const experiments = useRead('experimentList').data?.experiments
  useEffect(() => {
    if (!experiments || !isLooking) return
    const seen = seenAfter(experiments).join('\n')
    localStorage.setItem(KEY, seen)
    draw(seen)
  }, [experiments, isLooking])
  return isLooking || !experiments ? { verdicts: 0, alarms: 0 } : unseenIn(experiments, elsewhere.split('\n'))
}
