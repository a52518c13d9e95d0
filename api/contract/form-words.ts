/**
 * Names that forms fill in if they do not ask for the visitor's name. Old records hold them, so never remove one. Pages import this file,
 * so it does not import zod.
 */
export const FORM_NAMES = { popup: 'Promotional popup', trialByEmail: 'Free trial request' } as const

/** True if the form, not the visitor, wrote name and message. Replies must not quote them. */
export const isWrittenByForm = ({ source, name }: { source: string; name: string }): boolean =>
  source === 'promotional_popup' || Object.values<string>(FORM_NAMES).includes(name)
