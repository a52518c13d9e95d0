/** Two seconds after the page has loaded, once in a browser session: the offer for new customers. */
import { useEffect, useState } from 'react'
import { openStore } from '../../track/store.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { PROMO } from '../business.ts'

/** Both at once: whoever has given an address gets the code, whatever becomes of the connection. */
const loadDialogs = async () => {
  const [{ PromoDialog }, { CodeDialog }] = await Promise.all([
    import('./promo-dialog.tsx'),
    import('./code-dialog.tsx'),
  ])
  return { PromoDialog, CodeDialog }
}

const SEEN = 'hasSeenPromoPopup'
type Shown = 'nothing' | 'offer' | 'code'

export const PromoPopup = () => {
  const [shown, setShown] = useState<Shown>('nothing')
  const dialogs = useLoaded(loadDialogs, shown !== 'nothing')
  useEffect(() => {
    if (openStore(() => sessionStorage).get(SEEN)) return
    const timer = setTimeout(() => setShown('offer'), PROMO.delayMs)
    return () => clearTimeout(timer)
  }, [])
  const isSeen = dialogs !== undefined && shown === 'offer'
  useEffect(() => {
    if (isSeen) openStore(() => sessionStorage).set(SEEN, 'true')
  }, [isSeen])
  if (!dialogs) return null
  const close = () => setShown('nothing')
  const secured = () => {
    close()
    setTimeout(() => setShown('code'), PROMO.successDelayMs)
  }
  return (
    <>
      {shown === 'offer' && <dialogs.PromoDialog onClose={close} onSecured={secured} />}
      {shown === 'code' && <dialogs.CodeDialog onClose={close} />}
    </>
  )
}
