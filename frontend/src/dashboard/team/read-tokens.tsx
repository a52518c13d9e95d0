/** Tokens with which programs read figures. For owners. */
import type { NewReadToken, ReadToken } from '@firsttouch/api/contract/read-tokens'
import { toast } from '../../ui/toast.ts'
import { READS } from '../data/reads.ts'
import { useRead } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { useOpened } from '../pieces/opened.tsx'
import { Section } from '../pieces/section.tsx'
import { counted, dateTime } from '../words/format.ts'
import { CreateOnce } from './create-once.tsx'

const SCOPES = { figures: 'Figures', figures_and_leads: 'Figures and leads' } as const

export const ReadTokens = () => {
  const query = useRead('readTokens')
  const { open, toggle } = useOpened('read-tokens')
  return (
    <Section
      id="read-tokens"
      title="Read tokens for programs"
      meta={query.data && <span>{counted(query.data.length, 'tokens')}</span>}
      actions={toggle({ words: 'New token' })}
    >
      {open && <TokenForm />}
      <Loaded query={query} what="read tokens" skeleton="m-5 h-16">
        {tokens => (
          <>
            <ul className="divide-y divide-line">
              {tokens.map(token => (
                <Row key={token.id} token={token} />
              ))}
            </ul>
            <HowTo />
          </>
        )}
      </Loaded>
    </Section>
  )
}

export const TokenForm = () => (
  <CreateOnce<NewReadToken>
    path="read-tokens"
    changes="read-tokens"
    fields={{
      text: ['name', 'Name', 'Which program uses it'],
      choice: ['scope', 'Scope', 'Leads include names and addresses'],
    }}
    options={Object.entries(SCOPES)}
    verb="Create token"
    secretOf={({ token }) => token}
    advice={() =>
      'Store it where the program keeps its secrets. It opens what its scope allows until an owner revokes it.'
    }
  />
)

export const useRevoke = ({ id, name }: Pick<ReadToken, 'id' | 'name'>) => {
  const { mutate, isPending } = useAdminWrite<void>({
    call: () => ({ method: 'DELETE', path: `read-tokens/${id}`, body: {} }),
    changes: 'read-tokens',
    failure: 'Failed to revoke the token',
    onSaved: () => toast({ title: 'Token revoked', description: `${name} can no longer read anything.` }),
  })
  return {
    isPending,
    revoke: () => {
      if (window.confirm(`Revoke ${name}? Programs that use it stop working.`)) mutate()
    },
  }
}

const Row = ({ token }: { token: ReadToken }) => {
  const { name, scope, createdBy, createdAt, lastUsedAt, works } = token
  const { isPending, revoke } = useRevoke(token)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <span className="min-w-0 flex-1 basis-48">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm text-muted tabular-nums">
          {SCOPES[scope]}, created by {createdBy} on {dateTime(createdAt)},{' '}
          {lastUsedAt ? `last used ${dateTime(lastUsedAt)}` : 'not used yet'}
          {!works && '. It has stopped working: its creator is no longer an owner'}
        </span>
      </span>
      <Button variant="danger" aria-label={`Revoke ${name}`} disabled={isPending} onClick={revoke}>
        Revoke
      </Button>
    </li>
  )
}

const HowTo = () => (
  <div className="space-y-2 border-t border-line px-4 py-3 text-sm text-muted sm:px-5">
    <p>A program sends the token as a header, at most 60 times a minute:</p>
    <pre className="rounded-md bg-sunken p-3 whitespace-pre-wrap wrap-anywhere">
      {`curl -H 'Authorization: Bearer ft_…' '${location.origin}${READS.campaigns.path}'`}
    </pre>
  </div>
)
