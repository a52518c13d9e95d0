/** Names that forms write where they ask for none; free of zod for pages. A word that a form once wrote stays here. */
export const FORM_NAMES = { popup: 'Promotional popup', trialByEmail: 'Free trial request' } as const

/** Whether the form, not the visitor, wrote name and message. Replies must then not use or quote them. */
export const isWrittenByForm = ({ source, name }: { source: string; name: string }): boolean =>
  source === 'promotional_popup' || Object.values<string>(FORM_NAMES).includes(name)
