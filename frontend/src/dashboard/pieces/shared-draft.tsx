/** The campaign form's draft survives navigation, and other pages can open the form with a draft. */
import type { CampaignRequest } from '@firsttouch/api/contract/campaign'
import { createContext, use, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { dashboardPath } from '../../dashboard-pages.ts'
import { useGoToPage } from '../address/page-links.ts'
import { confirmFirst } from './confirm.tsx'

export type CampaignDraft = Partial<Omit<CampaignRequest, 'generatedUrl' | 'utmContent'>>

export const useDraft = () => {
  const [draft, setDraft] = useState<CampaignDraft | null>(null)
  const [created, setCreated] = useState<string | null>(null)
  return {
    draft,
    created,
    setCreated,
    open: () => setDraft(draft ?? {}),
    close: () => setDraft(null),
    /** Asks for confirmation if the form is open, because it may hold unsaved input. */
    startWith: (next: CampaignDraft) => {
      if (draft === null) setDraft(next)
      else
        confirmFirst({
          title: 'Replace the open campaign form?',
          text: 'Your unsaved input will be lost.',
          action: 'Replace',
          run: () => setDraft(next),
        })
    },
  }
}
type Draft = ReturnType<typeof useDraft>

export const DraftProvider = createContext<Draft | null>(null)

export const useSharedDraft = (): Draft => {
  const draft = use(DraftProvider)
  if (!draft) throw new Error('useSharedDraft needs a DraftProvider')
  return draft
}

/** null if no campaign has been created since the page was loaded. */
export const useCreated = (): string | null => use(DraftProvider)?.created ?? null

/** Opens the form, and goes to the page Campaigns if the present page does not have the form. */
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
