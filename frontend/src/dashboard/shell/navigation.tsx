import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { usePageAddress } from '../address/page-links.ts'
import { type Counts, useCounts } from '../pages/counts.ts'
import { Popover } from '../pieces/popover.tsx'
import { count, counted } from '../words/format.ts'
import { keyOfPage, PLACES, usePages } from './pages.ts'

const TAB =
  'page-tab relative max-lg:flex max-lg:h-14 max-lg:w-full max-lg:flex-col max-lg:items-center max-lg:justify-center max-lg:text-xs'

export const Navigation = ({ page }: { page: DashboardPage }) => {
  const pages = usePages()
  const [isOpen, setOpen] = useState(false)
  const counts = useCounts()
  const others = pages.filter(id => !PLACES[id].isTab)
  const atTests = [
    counts.testAlarms > 0 && `${counted(counts.testAlarms, 'alarms')} of A/B tests`,
    counts.verdicts > 0 && `${counted(counts.verdicts, 'verdicts')} of A/B tests`,
  ]
  const isOther = others.includes(page)
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-page px-3 pb-[env(safe-area-inset-bottom)] has-aria-expanded:z-40 lg:sticky lg:inset-auto lg:top-0 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:flex lg:h-dvh lg:flex-col lg:gap-1 lg:border-t-0 lg:border-r"
    >
      <span role="status" className="sr-only">
        {atTests.filter(Boolean).join(', ')}
      </span>
      <p className="display hidden items-center gap-2 px-3 pt-4 pb-6 text-xl lg:flex">
        <span aria-hidden className="size-3 rounded-sm bg-accent" /> Firsttouch
      </p>
      {pages.map(id => (
        <PageLink key={id} {...{ id, page, counts }} className={PLACES[id].isTab ? TAB : 'max-lg:hidden'} />
      ))}
      <div className="lg:hidden">
        <Popover
          label="More pages"
          open={isOpen}
          onOpen={setOpen}
          button={
            <>
              <Ellipsis aria-hidden size={18} /> More
            </>
          }
          buttonClass={clsx(TAB, isOther ? 'font-semibold' : 'text-muted')}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click on a link inside closes the menu */}
          <div onClick={() => setOpen(false)}>
            {others.map(id => (
              <PageLink key={id} id={id} page={page} counts={counts} />
            ))}
          </div>
        </Popover>
      </div>
    </nav>
  )
}

type PageLinkProps = { id: DashboardPage; page: DashboardPage; counts: Counts; className?: string }

const PageLink = ({ id, page, counts, className }: PageLinkProps) => {
  const address = usePageAddress()
  const { label, Icon } = PLACES[id]
  return (
    <Link
      to={address(id)}
      aria-current={id === page ? 'page' : undefined}
      title={`Key ${keyOfPage(id)}`}
      className={clsx(
        'flex items-center gap-x-2.5 rounded-md px-3 py-1.5 text-sm whitespace-nowrap dashboard-target',
        id === page
          ? 'font-semibold text-ink lg:bg-card lg:shadow-xs'
          : 'text-muted hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      <Icon aria-hidden size={18} className="shrink-0" />
      {label}
      <Mark id={id} {...counts} />
    </Link>
  )
}

const Mark = (props: Counts & { id: DashboardPage }) => {
  const { id, counts, unanswered, alarms, verdicts, testAlarms } = props
  const broken = id === 'settings' ? alarms : id === 'split-test' ? testAlarms : 0
  if (broken > 0) return <Pill look="bg-danger-surface text-danger">{counted(broken, 'alarms')}</Pill>
  if (id === 'split-test' && verdicts > 0)
    return <Pill look="bg-accent text-on-accent">{counted(verdicts, 'verdicts')}</Pill>
  if (id === 'leads' && unanswered > 0)
    return <Pill look="bg-accent text-on-accent">{count(unanswered)} new</Pill>
  if (counts[id] === undefined) return null
  return <span className="ml-auto text-xs text-muted tabular-nums max-lg:hidden">{count(counts[id])}</span>
}

const Pill = ({ look, children }: { look: string; children: ReactNode }) => (
  <span
    className={clsx(
      'ml-auto rounded-full px-1.5 text-xs font-semibold tabular-nums in-[.page-tab]:max-lg:absolute in-[.page-tab]:top-0.5 in-[.page-tab]:left-1/2',
      look,
    )}
  >
    {children}
  </span>
)
