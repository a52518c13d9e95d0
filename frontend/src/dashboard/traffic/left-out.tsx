import { usePageFilter } from '../address/page-filter.ts'
import { useTraffic } from '../data/figures.ts'
import { Button } from '../pieces/button.tsx'
import { counted } from '../words/format.ts'

export const LeftOut = () => {
  const { suspicious, toggleSuspicious } = usePageFilter()
  const leftOut = useTraffic('analytics').data?.leftOut
  if (!leftOut) return null
  const made = [
    leftOut.internal > 0 && `${counted(leftOut.internal, 'visits')} of your own people`,
    leftOut.bots > 0 && `${counted(leftOut.bots, 'visits')} of bots`,
    leftOut.suspicious > 0 && !suspicious && `${counted(leftOut.suspicious, 'suspicious visits')}`,
  ].filter(Boolean)
  if (made.length === 0 && !suspicious) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-5 md:col-span-full">
      <p className="text-sm text-muted">
        {suspicious && `Counted: ${counted(leftOut.suspicious, 'suspicious visits')}. `}
        {made.length > 0 && `Not counted: ${made.join(', ')}. `}
        {leftOut.suspicious > 0 &&
          'Suspicious: from networks of data centres, or in bursts from one network and browser. '}
        {leftOut.suspicious > 0 && (
          <a className="underline" href="https://db-ip.com" rel="noreferrer" target="_blank">
            Networks by RouteViews and DB-IP
          </a>
        )}
      </p>
      {(leftOut.suspicious > 0 || suspicious) && (
        <Button aria-pressed={suspicious !== ''} onClick={toggleSuspicious}>
          {suspicious ? 'Leave suspicious visits out' : 'Count suspicious visits'}
        </Button>
      )}
    </div>
  )
}
