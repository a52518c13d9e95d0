import { isAtLeast } from '@firsttouch/api/contract/roles'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { usePageAddress } from '../address/page-links.ts'
import { useSession } from '../data/use-read.ts'
import { counted } from '../words/format.ts'
import type { Counts } from './counts.tsx'
import { PAGES } from './pages.ts'

/** A rail beside the page where there is room, else a strip that scrolls sideways. */
export const Navigation = ({
  counts,
  unanswered,
  alarms,
  verdicts,
  testAlarms,
  page,
}: Counts & { page: DashboardPage }) => {
  const address = usePageAddress()
  const { data: session } = useSession()
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (link) strip.current?.scrollTo({ left: link.offsetLeft - strip.current.clientWidth / 3 })
  }, [page])
  return (
    <nav
      ref={strip}
      aria-label="Pages"
      className="relative flex [scrollbar-width:none] gap-1 overflow-x-auto lg:flex-col"
    >
      <p className="display hidden items-center gap-2 px-3 pt-5 pb-6 text-xl lg:flex">
        <span aria-hidden className="size-3 rounded-sm bg-accent" /> Firsttouch
      </p>
      {PAGES.filter(({ role }) => isAtLeast(session?.role ?? 'viewer', role)).map(({ id, label }) => (
        <Link
          key={id}
          data-page={id}
          to={address(id)}
          aria-current={id === page ? 'page' : undefined}
          title={`Key ${PAGES.findIndex(place => place.id === id) + 1}`}
          className={clsx(
            'dashboard-target flex shrink-0 items-center gap-2 rounded-md px-3 py-2 text-sm whitespace-nowrap lg:py-1.5',
            id === page ? 'bg-sunken font-semibold text-ink' : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          {label}
          {id === 'settings' && <AlarmMark alarms={alarms} />}
          {id === 'split-test' &&
            (testAlarms > 0 ? (
              <AlarmMark alarms={testAlarms} />
            ) : (
              verdicts > 0 && <NewMark>{counted(verdicts, 'verdicts')}</NewMark>
            ))}
          {id === 'leads' && unanswered > 0 ? (
            <NewMark>{unanswered} new</NewMark>
          ) : (
            counts[id] !== undefined && (
              <span className="text-xs text-muted tabular-nums max-lg:hidden lg:ml-auto">{counts[id]}</span>
            )
          )}
        </Link>
      ))}
    </nav>
  )
}

const NewMark = ({ children }: { children: ReactNode }) => (
  <span className="rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums lg:ml-auto">
    {children}
  </span>
)

const AlarmMark = ({ alarms }: { alarms: number }) =>
  alarms > 0 && (
    <span className="rounded-full bg-danger-surface px-1.5 text-xs font-semibold text-danger tabular-nums lg:ml-auto">
      {counted(alarms, 'alarms')}
    </span>
  )
