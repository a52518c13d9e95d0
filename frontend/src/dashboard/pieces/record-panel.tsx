import type { ReactNode } from 'react'

/** A part of a record's panel. */
export const Part = ({ title, meta, children }: { title: string; meta?: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="mt-6 border-t border-line pt-4">
    <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
      <h3 className="font-semibold">{title}</h3>
      {meta && <span className="text-sm text-muted">{meta}</span>}
    </div>
    {children}
  </section>
)
