/** Hydrates a prerendered page, or renders it on Vite's dev server, which has no prerendered HTML. */
import { type ComponentType, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Shell } from './site/shell.tsx'
import { openPixel } from './track/pixel.ts'
import type { Tracker } from './track/tracker.ts'

export const startPublic = (root: HTMLElement, tracker: Tracker | undefined, Page: ComponentType): void => {
  const loadImage = (address: string) => {
    new Image().src = address
  }
  const app = (
    <StrictMode>
      <Shell tracking={tracker ? { tracker, pixel: openPixel(window, loadImage) } : null}>
        <Page />
      </Shell>
    </StrictMode>
  )
  const prerendered = [...root.childNodes]
  if (prerendered.length === 0) createRoot(root).render(app)
  // A transition lets React yield to user input during hydration.
  else startTransition(() => void hydrateRoot(root, app, { onUncaughtError: putBack(root, prerendered) }))
}

/** React empties the page after an uncaught error. This handler puts the served HTML back. */
const putBack = (root: HTMLElement, prerendered: ChildNode[]) => (error: unknown) => {
  console.error(error)
  root.replaceChildren(...prerendered)
}
