import { clsx } from 'clsx'
import { Link } from 'react-router-dom'

type TabsProps = { label: string; tabs: readonly { to: string; words: string; isShown: boolean }[] }

export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav aria-label={label} className="flex flex-wrap gap-x-1 border-b border-line print:hidden">
    {tabs.map(({ to, words, isShown }) => (
      <Link
        key={to}
        to={to}
        aria-current={isShown ? 'page' : undefined}
        className={clsx(
          '-mb-px flex min-h-10 items-center border-b-2 px-3 dashboard-target',
          isShown ? 'border-ink font-semibold' : 'border-transparent text-muted hover:text-ink',
        )}
      >
        {words}
      </Link>
    ))}
  </nav>
)
