/** Makes a Chromium of today one of the browser floor: what the floor lacks is taken away before the page's first script. */
import { readApis } from '../build/testing/api-ages.ts'

const young = () =>
  readApis()
    .filter(({ isYoung }) => isYoung)
    .map(({ owner, name, place }) => [owner, name, place])

/** As a script; it leaves the number of what it took in `data-taken`. What cannot be deleted stays. */
export const takeYoungApis = (): string => `(() => {
  const places = (name, place) => {
    if (name === '' || name === 'Window') return [globalThis]
    const owner = globalThis[name]
    return [place !== 'static' && owner?.prototype, place !== 'member' && owner].filter(Boolean)
  }
  let taken = 0
  for (const [owner, name, place] of ${JSON.stringify(young())})
    for (const one of places(owner, place)) {
      try {
        if (Object.hasOwn(one, name) && delete one[name]) taken++
      } catch {}
    }
  addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('data-taken', taken))
})()`
