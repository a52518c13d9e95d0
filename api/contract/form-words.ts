/**
 * Names that forms without a name field send. Stored records contain them, so do not remove any. Pages import this
 * file, so it does not import zod.
 */
export const FORM_NAMES = { popup: 'Promotional popup', trialByEmail: 'Free trial request' } as const

/** True if the form, not the visitor, wrote the name and the message. Replies must not quote them. */
export const isWrittenByForm = ({ source, name }: { source: string; name: string }): boolean =>
  source === 'promotional_popup' || Object.values<string>(FORM_NAMES).includes(name)
