/** Lets staff exclude this browser from the figures. This needs no login. */
import { INTERNAL_COOKIE } from '@firsttouch/ingest/internal-cookie'
import { useEffect, useState } from 'react'
import { errorText, request } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { InnerPage } from '../layout/inner-page.tsx'
import type { PublicPage } from '../page.ts'

const isLeftOut = (): boolean =>
  document.cookie.split('; ').some(one => one.startsWith(`${INTERNAL_COOKIE}=`))

const OptOut = () => {
  // Unknown until hydration, because the prerendered HTML has no cookie.
  const [leftOut, setLeftOut] = useState<boolean>()
  const [failure, setFailure] = useState('')
  useEffect(() => setLeftOut(isLeftOut()), [])
  const change = () => {
    setFailure('')
    request('POST', '/api/opt-out', { optedOut: !leftOut }).then(
      () => setLeftOut(isLeftOut()),
      error => setFailure(errorText(error, 'Failed to save your choice. Please try again.')),
    )
  }
  return (
    <InnerPage>
      <div className="wrap max-w-3xl pt-10 sm:pt-14">
        <h1 className="display text-4xl">Leave this browser out of our figures</h1>
        <p className="mt-5 text-lg">
          For our own staff. If you leave this browser out, we mark its visits as ours and exclude them from
          every figure and test. A cookie without an identifier stores the choice.
        </p>
        <p className="mt-8 font-semibold" role="status">
          {leftOut === undefined
            ? ' '
            : leftOut
              ? 'This browser is left out.'
              : 'This browser is counted like any other.'}
        </p>
        <Button className="mt-4" onClick={change}>
          {leftOut ? 'Count this browser again' : 'Leave this browser out'}
        </Button>
        {failure && (
          <p className="mt-4" role="alert">
            {failure}
          </p>
        )}
      </div>
    </InnerPage>
  )
}

export const page: PublicPage = {
  title: 'Leave this browser out of our figures | Firsttouch',
  description: 'Leaves visits from this browser out of the figures of the site.',
  search: 'hidden',
  Component: OptOut,
}
