/** Tokens that let programs read figures. Only owners see them. */
import type { NewReadToken, ReadToken } from '@firsttouch/api/contract/read-tokens'
import { READS } from '../data/reads.ts'
import { useRead } from '../data/use-read.ts'
import { type Ending, RevocableAccess } from '../pieces/access.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section, useOpened } from '../pieces/section.tsx'
import { counted, dateTime } from '../words/format.ts'
import { CreateOnce } from './create-once.tsx'

const SCOPES = { figures: 'Figures', figures_and_leads: 'Figures and leads' } as const

export const ReadTokens = () => {
  const query = useRead('readTokens')
  const { open, toggle } = useOpened('read-tokens')
  return (
    <Section
      id="read-tokens"
      title="Read-only tokens for programs"
      meta={query.data && <span>{counted(query.data.length, 'tokens')}</span>}
      actions={toggle({ words: 'New token' })}
    >
      {open && <TokenForm />}
      <Loaded query={query} what="read tokens" skeleton="m-5 h-16">
        {tokens => (
          <ul className="divide-y divide-line px-4 sm:px-5">
            {tokens.map(({ id, name, scope, createdBy, createdAt, lastUsedAt, works }) => (
              <RevocableAccess
                key={id}
                title={name}
                detail={
                  <>
                    {SCOPES[scope]}, created by {createdBy} on {dateTime(createdAt)},{' '}
                    {lastUsedAt ? `last used ${dateTime(lastUsedAt)}` : 'not used yet'}
                    {!works && '. It has stopped working: its creator is disabled or no longer an owner'}
                  </>
                }
                ending={tokenEnding({ id, name })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <div className="space-y-2 border-t border-line px-4 py-3 text-sm text-muted sm:px-5">
        <p>A program sends the token as a header, at most 60 times a minute:</p>
        <pre className="rounded-md bg-sunken p-3 whitespace-pre-wrap wrap-anywhere">
          {`curl -H 'Authorization: Bearer ft_…' '${location.origin}${READS.campaigns.path}'`}
        </pre>
      </div>
    </Section>
  )
}

export const TokenForm = () => (
  <CreateOnce<NewReadToken>
    path="read-tokens"
    changes="read-tokens"
    text={['name', 'Name', 'Which program uses it']}
    choice={['scope', 'Scope', 'Leads include names and addresses']}
    options={Object.entries(SCOPES)}
    what="token"
    secretOf={({ token }) => token}
    advice={() =>
      'Enter it in the program’s settings, and keep no other copy. It works until an owner revokes it, or until your account is disabled or is no longer an owner’s.'
    }
  />
)

export const tokenEnding = ({ id, name }: Pick<ReadToken, 'id' | 'name'>): Ending => ({
  ...{ path: `read-tokens/${id}`, changes: 'read-tokens', words: 'Revoke', what: `the token ${name}` },
  consequence: 'Programs that use it stop working.',
})
