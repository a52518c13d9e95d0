import type { ReactNode } from 'react'
import { useSession } from '../data/use-read.ts'
import { lazily } from '../pieces/lazily.tsx'
import { useOpened } from '../pieces/opened.tsx'
import { Section } from '../pieces/section.tsx'
import { ROLE_NAMES } from '../words/labels.ts'
import { reportZoneName } from '../words/report-zone.ts'
import { Factors } from './factors.tsx'
import { Sessions } from './sessions.tsx'

const PasswordForm = lazily(async () => (await import('./password-form.tsx')).PasswordForm, 'mt-3 h-40')

export const Account = () => {
  const { data: session } = useSession()
  return (
    <Section
      id="account"
      title="Account"
      meta={
        <span>
          Logged in as <span className="font-medium text-ink">{session?.username ?? '…'}</span>
        </span>
      }
    >
      <p className="px-4 pt-3 text-muted sm:px-5">
        Days and times of every page are in {reportZoneName()} time, wherever you are. Owners invite people
        and change roles under Team.
        {session && ` Your role is ${ROLE_NAMES[session.role].toLowerCase()}.`}
      </p>
      <div className="divide-y divide-line">
        <Part title="Password">
          <Password />
        </Part>
        <Part title="Second factor">
          <Factors />
        </Part>
        <Part title="Sessions">
          <Sessions />
        </Part>
      </div>
    </Section>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="px-4 py-4 sm:px-5">
    <h3 className="mb-2 font-semibold">{title}</h3>
    {children}
  </section>
)

const Password = () => {
  const { open, close, toggle } = useOpened('account')
  return (
    <>
      {toggle({ words: 'Change password' })}
      {open && <PasswordForm onDone={close} />}
    </>
  )
}
