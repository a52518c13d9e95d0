/**
 * A tab that outlives its release asks for files that are gone. It reloads, unless a form is half typed.
 */
import { NOT_LOADED } from './ui/load-until-there.ts'
import { toast } from './ui/toast.ts'

/** A page this young is not reloaded: while two releases answer in turn it would reload for ever. */
const YOUNG_MS = 60_000

export const reloadWhenReplaced = (): void => {
  /** What was typed in last, while it is on the page. */
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
        description: 'Save what you have typed, then load the page again.',
      })
  })
}

/** Every other file is named by the entry, so that a new one of any gives the entry another name. */
const isReplaced = async (): Promise<boolean> => {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src')
  const answer = await fetch(location.pathname).catch(() => null)
  return answer?.ok === true && !(await answer.text()).includes(`${entry}`)
}
