import { useState } from 'react'
import type { CampaignDraft } from './campaign-draft.ts'

const REPLACE = 'The campaign form is open already. Replace what is typed there?'

/** What the campaign form starts with, or null while it is closed; other cards open it filled in. */
export const useDraft = () => {
  const [draft, setDraft] = useState<CampaignDraft | null>(null)
  return {
    draft,
    open: () => setDraft(draft ?? {}),
    close: () => setDraft(null),
    /** An open form may hold words that nobody has saved yet. */
    startWith: (next: CampaignDraft) => {
      if (draft === null || window.confirm(REPLACE)) setDraft(next)
    },
  }
}
export type Draft = ReturnType<typeof useDraft>
