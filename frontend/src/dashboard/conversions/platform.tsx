/** One platform: its file to download, and who fetches it by themselves. */
import { type AdPlatform, conversionFile } from '@firsttouch/api/contract/conversions/kinds'
import type {
  Credential,
  NewCredential as MadeCredential,
  Offered,
} from '@firsttouch/api/contract/conversions/settings'
import { CLICK_ATTRIBUTED_DAYS } from '@firsttouch/api/contract/fields/click-ids'
import { useState } from 'react'
import { toast } from '../../ui/toast.ts'
import { useAdminFile, useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { Fact, Facts } from '../pieces/inbox/record-row.tsx'
import { count, counted, dateTime } from '../words/format.ts'
import { PLATFORM_NAMES } from './words.ts'

type PlatformProps = {
  platform: AdPlatform
  offered: Offered | undefined
  credentials: readonly Credential[]
}

export const Platform = ({ platform, offered, credentials }: PlatformProps) => {
  const name = PLATFORM_NAMES[platform]
  const file = useAdminFile(`conversions/${platform}.csv`, 'conversions')
  const { create, isCreating, made, forget, revoke, isRevoking } = useCredentials(platform)
  return (
    <section aria-label={name} className="px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="font-semibold">{name}</h3>
        <span className="min-w-0 flex-1 basis-40 text-muted tabular-nums">
          {counted(offered?.ready ?? 0, 'conversions')}
          {(offered?.tooOld ?? 0) > 0 &&
            `, ${count(offered?.tooOld)} left out: clicked more than ${CLICK_ATTRIBUTED_DAYS} days ago`}
        </span>
        <Button needs="owner" disabled={file.isPending} onClick={() => file.mutate({})}>
          {file.isPending ? 'Preparing...' : 'Download CSV'}
        </Button>
        <Button needs="owner" disabled={isCreating} onClick={create}>
          New Credential
        </Button>
      </div>
      {made && <NewCredential made={made} onDone={forget} />}
      {credentials.length > 0 && (
        <>
          <p className="mt-2 text-muted">
            Fetched from{' '}
            <span className="wrap-anywhere text-ink">
              {location.origin}
              {conversionFile(platform)}
            </span>{' '}
            by
          </p>
          <ul className="mt-1 space-y-1">
            {credentials.map(one => (
              <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
                <span className="font-medium wrap-anywhere">{one.username}</span>
                <span className="min-w-0 flex-1 basis-56 text-muted">
                  made by {one.createdBy} on {dateTime(one.createdAt)},{' '}
                  {one.lastUsedAt ? `last used ${dateTime(one.lastUsedAt)}` : 'not used yet'}
                </span>
                <Button
                  needs="owner"
                  variant="danger"
                  aria-label={`Revoke ${one.username}`}
                  disabled={isRevoking}
                  onClick={() => revoke(one)}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

export const NewCredential = ({ made, onDone }: { made: MadeCredential; onDone: () => void }) => (
  <div role="status" className="mt-3 rounded-md border border-strong-line bg-sunken p-4">
    <p className="font-semibold">Copy the password now: it is shown only this once.</p>
    <Facts>
      <Fact label="Address" wide>
        {location.origin}
        {conversionFile(made.platform)}
      </Fact>
      <Fact label="User name">{made.username}</Fact>
      <Fact label="Password" wide>
        <code>{made.password}</code>
      </Fact>
    </Facts>
    <Button variant="secondary" className="mt-3" onClick={onDone}>
      I have copied it
    </Button>
  </div>
)

export const useCredentials = (platform: AdPlatform) => {
  const [made, setMade] = useState<MadeCredential | null>(null)
  const create = useAdminWrite<void, MadeCredential>({
    call: () => ({ method: 'POST', path: 'conversion-credentials', body: { platform } }),
    changes: 'conversions',
    failure: 'Failed to make a credential',
    onSaved: setMade,
  })
  const revoke = useAdminWrite<Credential>({
    call: ({ id }) => ({ method: 'DELETE', path: `conversion-credentials/${id}`, body: {} }),
    changes: 'conversions',
    failure: 'Failed to revoke the credential',
    onSaved: (_, { username }) => {
      if (made?.username === username) setMade(null)
      toast({ title: 'Credential Revoked', description: `${username} can no longer download files.` })
    },
  })
  return {
    made,
    forget: () => setMade(null),
    create: () => create.mutate(),
    isCreating: create.isPending,
    isRevoking: revoke.isPending,
    revoke: (one: Credential) => {
      if (
        window.confirm(
          `Are you sure you want to revoke ${one.username}? Its platform can then no longer download files.`,
        )
      )
        revoke.mutate(one)
    },
  }
}
