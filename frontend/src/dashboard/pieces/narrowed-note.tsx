import { usePageFilter } from '../address/page-filter.ts'
import { labelOf } from '../words/labels.ts'

const NOTES = {
  leads: (chosen: string) => `Only leads whose first touch was ${chosen}.`,
  campaigns: (chosen: string) =>
    `Only ${chosen}, with all their clicks; clicks without a campaign are not narrowed.`,
  onboarding: (chosen: string) =>
    `All submissions are shown: ${chosen} narrows only figures, leads and campaigns.`,
} as const

export const narrowedNote = (section: keyof typeof NOTES, source: string, campaign: string): string => {
  const parts = [source && `source ${labelOf(source)}`, campaign && `campaign ${campaign}`].filter(Boolean)
  const chosen =
    section === 'campaigns' && source && !campaign ? `campaigns with ${parts[0]}` : parts.join(' and ')
  return chosen && NOTES[section](chosen)
}

export const NarrowedNote = ({ section }: { section: keyof typeof NOTES }) => {
  const { source, campaign, words } = usePageFilter()
  const touches = words.filter(({ name }) => name !== 'source' && name !== 'campaign')
  const unheeded = section === 'leads' ? [] : touches
  const note = [
    narrowedNote(section, source, campaign),
    section === 'leads' &&
      touches.length > 0 &&
      `Only leads whose session came by ${touches.map(({ text }) => text).join(' and ')}.`,
    unheeded.length > 0 && `Not narrowed by ${unheeded.map(({ text }) => text).join(' and ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
  return note ? <p className="border-b border-line px-4 py-2 text-sm text-muted sm:px-5">{note}</p> : null
}
