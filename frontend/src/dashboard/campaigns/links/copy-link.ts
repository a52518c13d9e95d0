import { toast } from '../../../ui/toast.ts'

const NO_COPY = 'The browser does not allow it here. Select the address and copy it by hand.'

export const copyLink = async (url: string, what = 'URL'): Promise<void> => {
  try {
    // Without https (or localhost) there is no clipboard at all.
    await navigator.clipboard.writeText(url)
    toast({ title: `${what} Copied`, description: url })
  } catch {
    toast({ title: 'Could not copy', description: NO_COPY, tone: 'destructive' })
  }
}
