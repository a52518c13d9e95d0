import type { ReactNode } from 'react'

export const Part = ({
  title,
  period,
  children,
}: {
  title: string
  period?: ReactNode
  children: ReactNode
}) => (
  <section className="grid gap-x-12 gap-y-3 border-b border-line py-8 md:grid-cols-[16rem_1fr]">
    <div>
      <h2 className="display text-xl">{title}</h2>
      {period && (
        <p className="mt-3 inline-block rounded-sm bg-accent px-2 py-1 text-sm font-semibold text-on-accent">
          Kept {period}
        </p>
      )}
    </div>
    <div className="grid content-start gap-3">{children}</div>
  </section>
)
