/** Side cards: dark for important facts, light for notes. */
import type { ReactNode } from 'react'

type CardProps = { title: string; children: ReactNode }

export const DarkCard = ({ title, children }: CardProps) => (
  <section className="rounded-lg border border-dark-line bg-dark p-6 text-on-dark sm:p-8">
    <h2 className="display text-2xl">{title}</h2>
    {children}
  </section>
)

export const NoteCard = ({ title, children }: CardProps) => (
  <section className="rounded-lg border-2 border-ink p-6">
    <h2 className="text-lg font-bold">{title}</h2>
    <p className="mt-1 text-muted">{children}</p>
  </section>
)
