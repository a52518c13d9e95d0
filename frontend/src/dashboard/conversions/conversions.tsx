import { AD_PLATFORMS, type AdPlatform, conversionFile } from '@firsttouch/api/contract/conversions/kinds'
import type {
  ConversionSettings,
  Credential,
  NewCredential as MadeCredential,
} from '@firsttouch/api/contract/conversions/settings'
import { CLICK_ATTRIBUTED_DAYS } from '@firsttouch/api/contract/fields/click-ids'
import { useState } from 'react'
import { useMay, useRead } from '../data/use-read.ts'
import { useAdminFile, useAdminWrite } from '../data/writes.ts'
import { Access, ShownOnce, useEnding } from '../pieces/access.tsx'
import { Button } from '../pieces/button.tsx'
import { Fact, Facts } from '../pieces/inbox/record-row.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { count, counted, dateTime } from '../words/format.ts'

const RulesForm = lazily(async () => (await import('./rules-form.tsx')).RulesForm, 'm-5 h-24')

export const Conversions = () => {
  const settings = useRead('conversions')
  return (
    <Section
      id="conversions"
      title="Conversions for ad platforms"
      meta={settings.data && <span>{settings.data.clickIds ? 'On' : 'Off'}</span>}
    >
      <Loaded query={settings} what="conversions" skeleton="m-5 h-24">
        {data =>
          data.clickIds ? (
            <>
              <RulesForm settings={data} />
              <div className="border-t border-line">
                <p className="max-w-prose px-4 pt-3 text-muted sm:px-5">
                  Each file holds every conversion whose click had a click id and is at most{' '}
                  {CLICK_ATTRIBUTED_DAYS} days old. A platform counts each of them once. If you set a lead’s
                  status back before a platform reads the file, its conversion is left out.
                </p>
                {AD_PLATFORMS.map(platform => (
                  <Platform key={platform} platform={platform} settings={data} />
                ))}
              </div>
            </>
          ) : (
            <p className="max-w-prose px-4 py-3 text-muted sm:px-5">
              The click ids of Google and Microsoft are not stored, so conversions cannot be reported to them.
              An operator can turn on the storage of click ids. The site’s pages then tell visitors about it.
            </p>
          )
        }
      </Loaded>
    </Section>
  )
}

const PLATFORM_NAMES: Record<AdPlatform, string> = {
  'google-ads': 'Google Ads',
  'microsoft-advertising': 'Microsoft Advertising',
}

type PlatformProps = { platform: AdPlatform; settings: ConversionSettings }

const Platform = ({ platform, settings }: PlatformProps) => {
  const offered = settings.offered.find(one => one.platform === platform)
  const credentials = settings.credentials.filter(one => one.platform === platform)
  const name = PLATFORM_NAMES[platform]
  const file = useAdminFile(`conversions/${platform}.csv`, 'conversions')
  const [made, setMade] = useState<MadeCredential | null>(null)
  const create = useNewCredential(platform, setMade)
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
        <Button needs="owner" disabled={create.isPending} onClick={() => create.mutate()}>
          New credential
        </Button>
      </div>
      {made && <NewCredential made={made} onDone={() => setMade(null)} />}
      {credentials.length > 0 && (
        <>
          <p className="mt-2 text-muted">
            The users below can download{' '}
            <span className="wrap-anywhere text-ink">
              {location.origin}
              {conversionFile(platform)}
            </span>
            :
          </p>
          <ul>
            {credentials.map(one => (
              <Row
                key={one.id}
                credential={one}
                onRevoked={() => made?.username === one.username && setMade(null)}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type RowProps = { credential: Credential; onRevoked?: () => void }

const Row = (props: RowProps) => {
  const { username, createdBy, createdAt, lastUsedAt } = props.credential
  const end = useRevokeCredential(props)
  return (
    <Access
      title={username}
      detail={`made by ${createdBy} on ${dateTime(createdAt)}, ${lastUsedAt ? `last used ${dateTime(lastUsedAt)}` : 'not used yet'}`}
      end={useMay('owner') ? end : undefined}
    />
  )
}

export const useRevokeCredential = ({ credential: { id, username }, onRevoked }: RowProps) =>
  useEnding({
    ...{ path: `conversion-credentials/${id}`, changes: 'conversions', words: 'Revoke' },
    what: `the credential ${username}`,
    consequence: 'Its platform can then no longer download files.',
    ...(onRevoked && { onEnded: onRevoked }),
  })

export const NewCredential = ({ made, onDone }: { made: MadeCredential; onDone: () => void }) => (
  <ShownOnce what="password" secret={made.password} onDone={onDone}>
    <Facts>
      <Fact label="Address" wide>
        {location.origin}
        {conversionFile(made.platform)}
      </Fact>
      <Fact label="User name">{made.username}</Fact>
    </Facts>
  </ShownOnce>
)

export const useNewCredential = (platform: AdPlatform, onMade: (made: MadeCredential) => void) =>
  useAdminWrite<void, MadeCredential>({
    call: () => ({ method: 'POST', path: 'conversion-credentials', body: { platform } }),
    changes: 'conversions',
    failure: 'Failed to create a credential',
    onSaved: onMade,
  })
