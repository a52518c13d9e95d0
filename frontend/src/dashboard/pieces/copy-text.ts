import { toast, toastFailure } from '../../ui/toast.ts'

/** `what` names the text in the toast. A secret is not shown in the toast. */
export const copyText = async (text: string, what = 'URL', isSecret = false): Promise<void> => {
  try {
    // Browsers have no clipboard API without https, except on localhost.
    await navigator.clipboard.writeText(text)
    toast({ title: `${what} Copied`, description: isSecret ? undefined : text })
  } catch {
    toastFailure('Could not copy', 'The browser does not allow it here. Select the text and copy it by hand.')
  }
}
