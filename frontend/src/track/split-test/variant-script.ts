/**
 * Reads or draws each test's variant before the first paint and writes it on <html>. `data-swap` marks a variant other
 * than the control. The tracker stores the choice after consent. While a test runs, our own staff and visitors who
 * refuse tracking get the control. A page without a valid traffic split also shows the control.
 */
import { SERVED_ID } from '@firsttouch/api/contract/experiments/served-block'
import type { Experiment } from '@firsttouch/ingest/experiments'
import { INTERNAL_COOKIE } from '@firsttouch/ingest/internal-cookie'
import { runKey, variantKey } from './choices.ts'

export const variantScript = (tests: readonly Experiment[]): string => {
  const known = tests.map(({ name, variants }) => [name, variants[0]?.name, variantKey(name), runKey(name)])
  return (
    `(function(d,n,h,g,o,m){function k(a){try{return localStorage.getItem(a)}catch(e){}}` +
    `try{o=n.globalPrivacyControl===true||n.doNotTrack==='1'||k('tracking_consent')==='denied';m=/(^|; )${INTERNAL_COOKIE}=/.test(d.cookie)}catch(e){o=1}` +
    `try{g=JSON.parse(d.getElementById('${SERVED_ID}').textContent);` +
    `${JSON.stringify(known)}.forEach(function(a,t,s,v,r,u){t=g[a[0]]||{};s=t.shares;v=t.shown;u=0;` +
    `if(s){v=m||(k(a[3])||'')<t.run?0:k(a[2]);if(!s.some(function(x){return x[0]===v})){r=o||m?-1:Math.random()*100;` +
    `v=(s.find(function(x){return r<(u+=x[1])})||s[0])[0]}}` +
    `if(v){h.dataset[a[0]]=v;if(v!==a[1])h.dataset.swap=''}})}catch(e){}})` +
    `(document,navigator,document.documentElement)`
  )
}

/** Replaces each control with the drawn variant from its template. */
export const swapScript =
  `(function(d,h,t,p){while(t=d.querySelector('template')){p=t.parentNode;` +
  `if(h[t.dataset.test]===t.dataset.variant)p.replaceChildren(t.content);else t.remove()}delete h.swap})` +
  `(document,document.documentElement.dataset)`
