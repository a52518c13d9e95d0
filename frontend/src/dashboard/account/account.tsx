/** One's own account: password, second factors and sessions. */
import { type ReactNode, useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useSession } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { Section } from '../pieces/section.tsx'
import { reportZoneName } from '../words/report-zone.ts'
import { ROLE_NAMES } from '../words/roles.ts'
import { Factors } from './factors.tsx'
import { Sessions } from './sessions.tsx'

const loadForm = async () => (await import('./password-form.tsx')).PasswordForm

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
        Days and times of every page are in {reportZoneName()} time, wherever you are. An operator sets it.
        Owners invite people and change roles under Team.
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
  const [open, setOpen] = useState(false)
  const PasswordForm = useLoaded(loadForm, open)
  return (
    <>
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Cancel' : 'Change password'}
      </Button>
      {open &&
        (PasswordForm ? <PasswordForm onDone={() => setOpen(false)} /> : <Skeleton className="mt-3 h-40" />)}
    </>
  )
}
