/** The offer is shown once per browser session, after the consent banner, which a modal dialog would block. */
import { useEffect, useState } from 'react'
import { openStore } from '../../track/store.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { PROMO } from '../business.ts'
import { useConsent } from '../use-tracking.ts'

/** Loads both dialogs together, so the promo code shows even if the connection is lost after the submit. */
const loadDialogs = () => import('./promo-dialog.tsx')

const SEEN = 'hasSeenPromoPopup'
type Shown = 'nothing' | 'offer' | 'code'

export const PromoPopup = () => {
  const [shown, setShown] = useState<Shown>('nothing')
  const dialogs = useLoaded(loadDialogs, useOffer(setShown))
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

/** Returns true once the page has loaded, so that the dialogs load before the offer opens. */
const useOffer = (show: (shown: 'offer') => void): boolean => {
  const [isComing, setComing] = useState(false)
  const isAsking = useConsent() === 'asking'
  useEffect(() => {
    if (isAsking || openStore(() => sessionStorage).get(SEEN)) return
    let timer: number | undefined
    const start = () => {
      setComing(true)
      timer = window.setTimeout(() => show('offer'), PROMO.delayMs)
    }
    if (document.readyState === 'complete') start()
    else window.addEventListener('load', start, { once: true })
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('load', start)
    }
  }, [isAsking, show])
  return isComing
}
