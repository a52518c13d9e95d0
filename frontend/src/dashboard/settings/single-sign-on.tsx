import { OIDC_PROBLEMS, type OidcProblem } from '@firsttouch/api/contract/oidc-problems'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { request } from '../../api.ts'
import { loginFailure } from '../data/failures.ts'
import { setFlag } from '../data/logged-in-flag.ts'
import { READS } from '../data/reads.ts'
import { useRead } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { Section } from '../pieces/section.tsx'

type SingleSignOnProps = { purpose: 'login' | 'confirm' | 'connect'; words: string; page?: string }

export const SingleSignOn = ({ purpose, words, page }: SingleSignOnProps) => {
  const { data } = useRead('oidc')
  const start = useMutation({
    mutationFn: () =>
      request<{ url: string }>('POST', READS.oidc.path, {
        purpose,
        page: page ?? location.pathname + location.search,
      }),
    onSuccess: ({ url }) => {
      setFlag()
      location.assign(url)
    },
  })
  if (!data?.available) return null
  return (
    <div className="mt-3">
      <Button className="w-full" disabled={start.isPending} onClick={() => start.mutate()}>
        {words}
      </Button>
      {start.error && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {loginFailure(start.error)}
        </p>
      )}
    </div>
  )
}

export const ConnectLogin = () => {
  const { data } = useRead('oidc')
  if (!data?.available) return null
  return (
    <Section id="single-sign-on" title="Single sign-on">
      <div className="px-4 pb-4 sm:max-w-sm sm:px-5">
        <SingleSignOn purpose="connect" words="Connect your login to this account" />
      </div>
    </Section>
  )
}

export const SingleSignOnProblem = () => {
  const problem = new URLSearchParams(useLocation().search).get('sso')
  if (problem === null) return null
  return (
    <p role="alert" className="mb-4 rounded-md bg-danger-surface px-3 py-2 text-danger">
      {OIDC_PROBLEMS[problem as OidcProblem] ?? OIDC_PROBLEMS.invalid}
    </p>
  )
}
