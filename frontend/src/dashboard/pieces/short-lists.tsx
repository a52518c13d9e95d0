import { ArrowRight } from 'lucide-react'
import { createContext, use } from 'react'
import { Link } from 'react-router-dom'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { usePageAddress } from '../address/page-links.ts'

export const ShortenLists = createContext<number | null>(null)

export const useShortList = (): number | null => use(ShortenLists)

type WholeListProps = {
  page: DashboardPage
  more?: Readonly<Record<string, string>>
  children: string
}

export const WholeList = ({ page, more, children }: WholeListProps) => {
  const address = usePageAddress()
  return (
    <div className="border-t border-line px-4 py-1.5 sm:px-5">
      <Link
        to={address(page, more)}
        className="dashboard-target inline-flex items-center gap-1.5 font-semibold hover:underline"
      >
        {children} <ArrowRight aria-hidden size={15} />
      </Link>
    </div>
  )
}
