/** Starts a public page: gives the prerendered HTML its behaviour, or renders it where there is none (Vite's dev server). */
import { type ComponentType, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Shell } from './site/shell.tsx'
import { openPixel } from './track/pixel.ts'
import type { Tracker } from './track/tracker.ts'
import { showKeptToast } from './ui/kept-toast.ts'

export const startPublic = (root: HTMLElement, tracker: Tracker, Page: ComponentType): void => {
  const pixel = openPixel(window, address => {
    new Image().src = address
  })
  const app = (
    <StrictMode>
      <Shell tracking={{ tracker, pixel }}>
        <Page />
      </Shell>
    </StrictMode>
  )
  if (!root.hasChildNodes()) createRoot(root).render(app)
  // As a transition React works in short slices and lets a finger on the glass go first.
  else startTransition(() => void hydrateRoot(root, app))
  showKeptToast()
}
