import { toast } from '../../ui/toast.ts'
import { useRead } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Access } from '../pieces/access.tsx'
import { Button } from '../pieces/button.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { dateTime } from '../words/format.ts'

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
