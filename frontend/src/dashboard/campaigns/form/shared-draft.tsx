/** What the campaign form starts with, kept from page to page: other pages open it filled in. */
import { createContext, use } from 'react'
import { useLocation } from 'react-router-dom'
import { dashboardPath } from '../../../dashboard-pages.ts'
import { useGoToPage } from '../../address/page-links.ts'
import type { CampaignDraft } from './campaign-draft.ts'
import type { Draft } from './use-draft.ts'

const DraftContext = createContext<Draft | null>(null)
export const DraftProvider = DraftContext.Provider

export const useSharedDraft = (): Draft => {
  const draft = use(DraftContext)
  if (!draft) throw new Error('There is no campaign form around this')
  return draft
}

/** The form is on the overview and on the page of campaigns; from any other page it leads to the latter. */
export const useOpenForm = () => {
  const { open, startWith } = useSharedDraft()
  const { pathname } = useLocation()
  const goTo = useGoToPage()
  const isThere = [dashboardPath('overview'), dashboardPath('campaigns')].includes(pathname)
  const then = (change: () => void) => {
    change()
    if (!isThere) goTo('campaigns')
  }
  return {
    open: () => then(open),
    startWith: (draft: CampaignDraft) => then(() => startWith(draft)),
  }
}
