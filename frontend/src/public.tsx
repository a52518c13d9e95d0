/** Starts a public page: gives the prerendered HTML its behaviour, or renders it where there is none (Vite's dev server). */
import { type ComponentType, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Shell } from './site/shell.tsx'
import type { Tracking } from './site/use-tracking.ts'
import { openPixel } from './track/pixel.ts'
import type { Tracker } from './track/tracker.ts'

export const startPublic = (root: HTMLElement, tracker: Tracker | undefined, Page: ComponentType): void => {
  const app = (
    <StrictMode>
      <Shell tracking={tracker ? trackingOf(tracker) : null}>
        <Page />
      </Shell>
    </StrictMode>
  )
  const prerendered = [...root.childNodes]
  if (prerendered.length === 0) createRoot(root).render(app)
  // As a transition React works in short slices and lets a finger on the glass go first.
  else startTransition(() => void hydrateRoot(root, app, { onUncaughtError: putBack(root, prerendered) }))
}

const trackingOf = (tracker: Tracker): Tracking => ({
  tracker,
  pixel: openPixel(window, address => {
    new Image().src = address
  }),
})

/** React empties the page when it cannot draw it: the HTML as it was served can be read, and its forms send. */
const putBack = (root: HTMLElement, prerendered: ChildNode[]) => (error: unknown) => {
  console.error(error)
  root.replaceChildren(...prerendered)
}
