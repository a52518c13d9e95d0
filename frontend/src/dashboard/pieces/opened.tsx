import type { ComponentProps } from 'react'
import { useState } from 'react'
import { Button } from './button.tsx'

type ToggleProps = Pick<ComponentProps<typeof Button>, 'needs' | 'disabled'> & {
  words: string
  closing?: string
}

/** A collapsible part of a section and its button. `close` returns the focus to the button. */
export const useOpened = (sectionId: string) => {
  const [open, setOpen] = useState(false)
  return {
    open,
    close: () => {
      setOpen(false)
      focusToggle(sectionId)
    },
    toggle: ({ words, closing = 'Cancel', ...button }: ToggleProps) => (
      <Button {...button} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? closing : words}
      </Button>
    ),
  }
}

export const focusToggle = (sectionId: string): void =>
  document.querySelector<HTMLElement>(`#${sectionId} [aria-expanded]`)?.focus({ preventScroll: true })
