import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

type SectionProps = {
  id: string
  title: string
  meta?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export const Section = ({ id, title, meta, actions, children }: SectionProps) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    tabIndex={-1}
    className="rounded-lg border border-line bg-card"
  >
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="flex min-w-0 flex-[1_1_16rem] flex-wrap items-center gap-x-4 gap-y-0.5">
        <h2 id={`${id}-title`} className="text-lg font-semibold tracking-tight">
          {title}
        </h2>
        {meta && (
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-muted tabular-nums">{meta}</div>
        )}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
    {children && <div className="border-t border-line">{children}</div>}
  </section>
)

export const Part = ({ title, meta, children }: { title: string; meta?: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="mt-6 border-t border-line pt-4">
    <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
      <h3 className="font-semibold">{title}</h3>
      {meta && <span className="text-sm text-muted">{meta}</span>}
    </div>
    {children}
  </section>
)

type ToggleProps = Pick<ComponentProps<typeof Button>, 'needs' | 'disabled'> & {
  words: string
  closing?: string
}

/** State of a section's collapsible part, and the button that opens it. `close` returns the focus to the button. */
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
