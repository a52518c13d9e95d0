/** What forms write for people whom they do not ask; free of zod for pages. Words that a form once wrote stay here. */
export const FORM_NAMES = { popup: 'Promotional popup', trialByEmail: 'Free trial request' } as const

/** Whether the name and the message of a lead are a form's: then nobody is to be greeted by the one or quoted by the other. */
export const isWrittenByForm = ({ source, name }: { source: string; name: string }): boolean =>
  source === 'promotional_popup' || Object.values<string>(FORM_NAMES).includes(name)
