/**
 * Two seconds after the page has loaded, once in a browser session: the offer for new customers. Whoever is asked about
 * being counted answers that first: nothing can be reached under a modal dialog.
 */
import { useEffect, useRef, useState } from 'react'
import { openStore } from '../../track/store.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { PROMO } from '../business.ts'
import { useConsent } from '../use-consent.ts'
import { afterLoad } from './after-load.ts'

/** Both dialogs at once: a visitor who has left an address sees the code even if the connection is lost. */
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

/** Opens the offer when its time has come; true as soon as it will be needed. */
const useOffer = (show: (shown: 'offer') => void): boolean => {
  const [isComing, setComing] = useState(false)
  const isAsking = useConsent() === 'asking'
  const wasAsked = useRef(false)
  useEffect(() => {
    if (openStore(() => sessionStorage).get(SEEN)) return
    if (isAsking) {
      wasAsked.current = true
      return
    }
    const open = () => show('offer')
    const stop = [
      afterLoad(0, () => setComing(true)),
      wasAsked.current ? later(PROMO.delayMs, open) : afterLoad(PROMO.delayMs, open),
    ]
    return () => {
      for (const one of stop) one()
    }
  }, [isAsking, show])
  return isComing
}

const later = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
