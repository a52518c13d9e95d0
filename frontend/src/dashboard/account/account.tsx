import type { ReactNode } from 'react'
import { toast } from '../../ui/toast.ts'
import { useRead, useSession } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Access } from '../pieces/access.tsx'
import { Button } from '../pieces/button.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section, useOpened } from '../pieces/section.tsx'
import { dateTime } from '../words/format.ts'
import { ROLE_NAMES } from '../words/labels.ts'
import { reportZoneName } from '../words/report-zone.ts'
import { Factors } from './factors.tsx'

const PasswordForm = lazily(async () => (await import('./password-form.tsx')).PasswordForm, 'mt-3 h-40')

export const Account = () => {
  const { data: session } = useSession()
  const { open, close, toggle } = useOpened('account')
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
          {toggle({ words: 'Change password' })}
          {open && <PasswordForm onDone={close} />}
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

export const useEndSessions = () =>
  useAdminWrite<'all' | { id: string }>({
    call: of => ({
      ...{ method: 'DELETE', body: {} },
      path: of === 'all' ? 'account/sessions' : `account/sessions/${of.id}`,
    }),
    changes: 'account',
    failure: 'Failed to end the session',
    onSaved: (_, of) =>
      of === 'all'
        ? location.assign('/login')
        : toast({ title: 'Session ended', description: 'That browser has to log in again.' }),
  })

export const Sessions = () => {
  const query = useRead('accountSessions')
  const end = useEndSessions()
  return (
    <Loaded query={query} what="sessions" skeleton="h-16" bare>
      {sessions => (
        <>
          <ul>
            {sessions.map(({ id, browser, network, createdAt, lastUsedAt, current }) => (
              <Access
                key={id}
                title={browser}
                detail={`from ${network}, since ${dateTime(createdAt)}, last used ${dateTime(lastUsedAt)}`}
                end={
                  current
                    ? undefined
                    : {
                        ...{ words: 'End', label: `End the session of ${browser}` },
                        ...{ isWorking: end.isPending, run: () => end.mutate({ id }) },
                      }
                }
              >
                {current && <span className="text-muted">This browser</span>}
              </Access>
            ))}
          </ul>
          <Button
            variant="danger"
            className="mt-3"
            disabled={end.isPending}
            onClick={() => end.mutate('all')}
          >
            Log out everywhere
          </Button>
        </>
      )}
    </Loaded>
  )
}
