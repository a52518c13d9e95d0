import { labelOf } from '../../words/labels.ts'

export const sourceName = ({ source, campaign }: { source: string; campaign: string }): string =>
  [source ? labelOf(source) : 'Direct, or not known', campaign && `campaign ${campaign}`]
    .filter(Boolean)
    .join(', ')
