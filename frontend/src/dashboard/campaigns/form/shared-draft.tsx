/** What the campaign form starts with, kept from page to page: other pages open it filled in. */
import { createContext, use, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { dashboardPath } from '../../../dashboard-pages.ts'
import { useGoToPage } from '../../address/page-links.ts'
import { confirmFirst } from '../../pieces/confirm.tsx'
import type { CampaignDraft } from './campaign-draft.ts'

export const useDraft = () => {
  const [draft, setDraft] = useState<CampaignDraft | null>(null)
  const [created, setCreated] = useState<string | null>(null)
  return {
    draft,
    created,
    setCreated,
    open: () => setDraft(draft ?? {}),
    close: () => setDraft(null),
    /** An open form may hold words that nobody has saved yet. */
    startWith: (next: CampaignDraft) => {
      if (draft === null) setDraft(next)
      else
        confirmFirst({
          title: 'Replace the open campaign form?',
          text: 'What is typed there is lost.',
          action: 'Replace',
          run: () => setDraft(next),
        })
    },
  }
}
type Draft = ReturnType<typeof useDraft>

const DraftContext = createContext<Draft | null>(null)
export const DraftProvider = DraftContext.Provider

export const useSharedDraft = (): Draft => {
  const draft = use(DraftContext)
  if (!draft) throw new Error('There is no campaign form around this')
  return draft
}

/** null: none was created since the page was loaded. */
export const useCreated = (): string | null => use(DraftContext)?.created ?? null

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
