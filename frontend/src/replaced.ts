/** After a release, files of an open tab's build may be gone. The tab reloads, unless the user has started a form. */
import { NOT_LOADED } from './ui/load-until-there.ts'
import { toast } from './ui/toast.ts'

/** A page does not reload in its first minute, to prevent a loop while servers of two releases answer. */
const YOUNG_MS = 60_000

export const reloadWhenReplaced = (): void => {
  /** The form that received the latest input. */
  let form: HTMLFormElement | null = null
  addEventListener('input', ({ target }) => {
    form = (target as HTMLInputElement).form ?? form
  })
  addEventListener(NOT_LOADED, async () => {
    if (performance.now() < YOUNG_MS || !(await isReplaced())) return
    if (!form?.isConnected) location.reload()
    else
      toast({
        title: 'Firsttouch was updated',
        description: 'Save your text, then reload the page.',
      })
  })
}

/** Each new build changes the entry script's file name. */
const isReplaced = async (): Promise<boolean> => {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src')
  const answer = await fetch(location.pathname).catch(() => null)
  return answer?.ok === true && !(await answer.text()).includes(`${entry}`)
}
