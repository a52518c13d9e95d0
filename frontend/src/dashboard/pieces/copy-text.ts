import { toast, toastFailure } from '../../ui/toast.ts'

const NO_COPY = 'The browser does not allow it here. Select the text and copy it by hand.'

/** `what` names the text in the notice. A secret stays out of the notice. */
export const copyText = async (text: string, what = 'URL', isSecret = false): Promise<void> => {
  try {
    // Without https (or localhost) there is no clipboard at all.
    await navigator.clipboard.writeText(text)
    toast({ title: `${what} Copied`, description: isSecret ? undefined : text })
  } catch {
    toastFailure('Could not copy', NO_COPY)
  }
}
