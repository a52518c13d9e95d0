/**
 * The script that runs before the first paint: it reads the visitor's variant or draws one, and notes it on <html>, with
 * `data-swap` when it is not the control.
 * It stores nothing: the tracker keeps the choice once the visitor may be counted. Who may not be sees the control.
 */
import type { Experiment } from '@firsttouch/ingest/experiments'

export const variantKey = (testName: string): string => `ab_test_${testName}`

export const variantScript = ({ name, variants }: Experiment): string => {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  let reached = 0
  const shares = variants.map(variant => {
    reached += variant.weight / total
    return [variant.name, reached]
  })
  return (
    `(function(h,n,s,v,r){try{v=localStorage.getItem('${variantKey(name)}');` +
    `if(localStorage.getItem('tracking_consent')==='denied')n={doNotTrack:'1'}}catch(e){}` +
    `if(!s.some(function(a){return a[0]===v})){try{r=n.globalPrivacyControl===true||n.doNotTrack==='1'?0:Math.random()}` +
    `catch(e){r=0}v=(s.find(function(a){return r<a[1]})||s[0])[0]}h.dataset.${name}=v;if(v!==s[0][0])h.dataset.swap=''})` +
    `(document.documentElement,navigator,${JSON.stringify(shares)})`
  )
}

/** For the page that holds every variant: puts the drawn one in the place of the first. */
export const swapScript = ({ name }: Experiment): string =>
  `(function(d,t){t=d.getElementById('${name}-'+d.documentElement.dataset.${name});` +
  `if(t)d.getElementById('root').replaceChildren(t.content);` +
  `d.querySelectorAll('template').forEach(function(e){e.remove()});delete d.documentElement.dataset.swap})(document)`
